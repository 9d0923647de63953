"""Would the tests notice? Mutation testing of the rules, as `make mutate` runs it.

A mutant is the source with one small fault in it: a comparison turned round, a one that became a
two, a statement left out. `operators` writes the mutants of a file, `sampling` picks a fair and
repeatable sample of all of them, `trials` runs the tests against each one, `equivalents` knows the
mutants that change nothing, and `__main__` reports. The package tests the tests; it is not part of
them, and it changes no file outside `build/mutate`.
"""
