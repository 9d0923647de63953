"""Where requests come from, and how much one address may ask for, with a cookie or without.

`client_address` finds the address, `rates` counts, `limits` holds the settings, `address_book` puts
them together. Guests have limits of their own in `server.sockets`; here a hundred guests behind one
address count as one. Each process counts for itself.
"""
