"""Where everything on a board's drawing lies, as shapes that can be measured.

`drawing` turns a board into spaces, discs and labels, along a `curve` for each route; `shapes` says
how deep two shapes overlap, `clashes` lists what overlaps on a board. `lettering` measures text,
`projection` puts latitudes and longitudes on a plane. Nothing here writes SVG or moves a city:
`render` draws these shapes, `render.layout` moves them.
"""
