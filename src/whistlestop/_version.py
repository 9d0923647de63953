"""The version, in one place: the build, the package and the records read it from here.

It is not the version of the record format, which changes on its own. It imports nothing.
"""

__version__ = "0.2.0"
