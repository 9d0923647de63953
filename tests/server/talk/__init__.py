"""Talk at tables: its pace, how much of it is kept, and stores from before it lay apart."""
