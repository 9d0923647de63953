"""Makes the files of `docs/protocol/` from the types of `whistlestop.protocol`.

    python -m tools.make_protocol

It runs from anywhere. A test fails when the committed files are not what this writes.
"""

from __future__ import annotations

import json
from pathlib import Path

from tools.typescript import typescript
from whistlestop.protocol.schema import json_schema, openapi

FOLDER = Path(__file__).parents[1] / "docs" / "protocol"


def files() -> dict[str, str]:
    """What belongs into the folder, by name."""
    return {
        "schema.json": _text(json_schema()),
        "openapi.json": _text(openapi()),
        "protocol.ts": typescript(),
    }


def _text(document: object) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the files, and say how long each is."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"{name}: {len(text.splitlines())} lines")


if __name__ == "__main__":
    main()
