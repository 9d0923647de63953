"""Names and chat: `clean_text` makes them safe to show, `look_alikes` finds names that look alike.

Who is called what is decided in `table.seating`.
"""
