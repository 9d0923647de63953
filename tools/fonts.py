"""Cuts the fonts of the page from the originals: `python -m tools.fonts`.

The originals come from npm (`npm pack`), in whatever registry it is set to; each is cut to the
letters that the page sets in it, without hints, and written to `web/src/ui/fonts`. It needs
fonttools and brotli (requirements-dev.txt). The licence is in
`web/public/fonts-licence.txt`. Invariant: no cut is larger than `LARGEST`.
"""

from __future__ import annotations

import subprocess
import tarfile
import tempfile
from pathlib import Path

from fontTools import subset  # type: ignore[import-untyped]

FOLDER = Path(__file__).parents[1] / "web" / "src" / "ui" / "fonts"
LARGEST = 15_000
VERSION = "5.3.0"
ACCENTS = "C0-FF,152-153"
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


def cut(source: Path, letters: str, target: Path) -> int:
    """Write the letters of a font to a file; how many bytes that are."""
    options = subset.Options(
        flavor="woff2", layout_features=["kern"], hinting=False, notdef_outline=True
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
        for name, (family, file, letters) in CUTS.items():
            source = original(family, file, Path(place))
            size = cut(source, letters, FOLDER / f"{name}.woff2")
            print(f"{name}: {size} bytes")
            assert size <= LARGEST, f"{name} is larger than {LARGEST} bytes"


if __name__ == "__main__":
    main()
