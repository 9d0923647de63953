"""What is done to the server, one module each, as `python -m benchmarks.load NAME` names them.

A scenario starts servers, lets players come and measures; who plays lives in `players`, what is
measured in `window` and `tally`.
"""
