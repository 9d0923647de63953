"""What the person who runs a server does beside it, and what the server does for that person.

`verify` plays every stored game again, `repair` mends a damaged file with a report, `tables` tells
what a store holds, `schedule` writes backups while the server runs, and `disks` knows which disks a
store should not lie on. Nothing here answers requests.
"""
