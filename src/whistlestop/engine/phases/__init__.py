"""What may be done, what it does, and why not: one module for each kind of decision.

Each keeps its legality, its effect and its refusals together, under the clauses of the rules that
they carry out. `moves` asks the right one; `payment` and `turn` are what several share, and
`double_routes` is the one rule for closed sides. Points are counted in `scoring`. Compiled.
"""
