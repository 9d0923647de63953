"""Cuts the fonts of the page and of the documentation: `python -m tools.fonts`.

The originals come from npm (`npm pack`), in whatever registry it is set to; each is cut to the
letters that are set in it, without hints, and written to `web/src/ui/fonts` or `docs/site/fonts`.
It needs fonttools and brotli (requirements-dev.txt). The licences are in
`web/public/fonts-licence.txt` and `docs/site/fonts/licence.txt`. Invariant: no cut is larger than
`LARGEST`.
"""

from __future__ import annotations

import subprocess
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path

from fontTools import subset  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "web" / "src" / "ui" / "fonts"
DOCS = ROOT / "docs" / "site" / "fonts"
LARGEST = 15_000
VERSION = "5.3.0"
ACCENTS = "C0-FF,152-153"
# All that is written in the documentation: signs of typesetting, arrows, comparisons.
WRITTEN = f"20-7E,A0,A7,AB,B0-B3,B5,B7,BB,2013-2014,2018-2019,201C-201D,2026,2212,{ACCENTS}"
DRAWN = "20-7E,A0,B1,B5,B7,D7,E9,2013-2014,2018-2019,201C-201D,2026,2190-2193,2500-257F"
CUTS = {
    "alegreya-sans-bold": (
        "alegreya-sans", "latin-700-normal",
        f"20-7E,A0,AB,B7,BB,131,2013-2014,2018-2019,201C-201D,2026,{ACCENTS}",
    ),
    "alegreya-bold": (
        "alegreya", "latin-700-normal",
        f"20-7E,A0,B7,2013-2014,2019,201C-201D,2026,{ACCENTS}",
    ),
    "alegreya-italic": (
        "alegreya", "latin-400-italic",
        f"20,27,2D,41-5A,61-7A,2019,{ACCENTS}",
    ),
}  # fmt: skip
"""For each cut: the family, the file of it, and the letters as Unicode ranges."""
CUTS_OF_DOCS = {
    "alegreya-bold": ("alegreya", "latin-700-normal", WRITTEN),
    "alegreya-sans": ("alegreya-sans", "latin-400-normal", WRITTEN),
    "alegreya-sans-italic": ("alegreya-sans", "latin-400-italic", WRITTEN),
    "alegreya-sans-bold": ("alegreya-sans", "latin-700-normal", WRITTEN),
    "source-code-pro": ("source-code-pro", "latin-400-normal", DRAWN),
}


def original(family: str, file: str, place: Path) -> Path:
    """A font file of a family, fetched into a folder."""
    packed = place / f"fontsource-{family}-{VERSION}.tgz"
    if not packed.exists():
        fetch = ["npm", "pack", "--silent", f"@fontsource/{family}@{VERSION}"]
        subprocess.run(fetch, cwd=place, check=True, stdout=subprocess.DEVNULL)
    name = f"package/files/{family}-{file}.woff2"
    with tarfile.open(packed) as package:
        package.extract(name, place, filter="data")
    return place / name


def cut(source: Path, letters: str, target: Path, features: Sequence[str]) -> int:
    """Write the letters of a font to a file; how many bytes that are."""
    options = subset.Options(
        flavor="woff2", layout_features=list(features), hinting=False, notdef_outline=True
    )
    font = subset.load_font(source, options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=subset.parse_unicodes(letters))
    cutter.subset(font)
    subset.save_font(font, target, options)
    return target.stat().st_size


def main() -> None:
    """Cut all fonts and say how large they are."""
    with tempfile.TemporaryDirectory() as place:
        for folder, cuts, features in (
            (PAGE, CUTS, ("kern",)),
            (DOCS, CUTS_OF_DOCS, ("kern", "lnum")),
        ):
            for name, (family, file, letters) in cuts.items():
                source = original(family, file, Path(place))
                size = cut(source, letters, folder / f"{name}.woff2", features)
                print(f"{folder.relative_to(ROOT)}/{name}: {size} bytes")
                assert size <= LARGEST, f"{name} is larger than {LARGEST} bytes"


if __name__ == "__main__":
    main()
