"""Many games inside the compiled module, stepped by the codes of actions.

`rollout`, `uniform` and `kinds` play by chance to the end, `episode` and `batch` step games for
environments with a `row` of bytes for each seat (`row_layout`, `rows`) and `rewards`, and `timing`
holds the loops of the benchmarks. The rules are those of `phases` and `scoring`, with nothing left
out. Nothing here refuses: a code must be legal. Compiled.
"""
