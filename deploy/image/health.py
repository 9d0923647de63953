"""Whether the server in this container can serve: the exit code is 0 if it can, and 1 if not.

It asks the server itself, at the port that the environment gives it, and needs nothing but Python.
"""

import os
import sys
import urllib.request

ADDRESS = f"http://127.0.0.1:{os.environ.get('WHISTLESTOP_PORT', '8000')}/health"

try:
    urllib.request.urlopen(ADDRESS, timeout=4).close()
except OSError as failure:
    sys.exit(f"{ADDRESS}: {failure}")
