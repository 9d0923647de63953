"""What a seat may know: views, events and sampled worlds, against other ways to work them out."""
