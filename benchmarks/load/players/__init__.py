"""Who puts the load on: thousands of players in one process, over the public HTTP and WebSocket.

They play at random and count; they start no server and judge nothing but what was acknowledged.
"""
