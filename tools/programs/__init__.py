"""The programs that tests run beside ours: looked for, and installed where nobody has to be asked.

`python -m tools.programs` is what `make test` begins with: `packages` knows the system's. What no
test needs is not here, and nothing of ours imports it but tools.
"""
