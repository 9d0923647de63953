"""The build: it hands the compiled modules of `pyproject.toml` to mypyc.

Everything that can be said as data stands in `pyproject.toml`; here is only what needs code: which
files are compiled and in which units, the switch for an install without a C compiler, the one for a
wheel of what was compiled in place, and replacing modules in place.
Invariant: after an in-place build, `src` holds the compiled modules of that build and no others.
"""

import os
import shutil
import sys
import time
import tomllib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

ROOT = Path(__file__).parent
SRC = ROOT / "src"
PURE = os.environ.get("WHISTLESTOP_PURE", "0") not in ("", "0")
BUILT = os.environ.get("WHISTLESTOP_BUILT", "0") not in ("", "0")
BUILD_COMMANDS = {"build", "build_ext", "bdist_wheel", "editable_wheel", "install"}
NO_COMPILER = (
    "whistlestop: the C compiler failed ({reason}); install a C compiler and the Python headers, "
    "or set WHISTLESTOP_PURE=1 to install the same code as pure Python (correct, but far slower)."
)
LIBRARY = "whistlestop"
NOTHING_BUILT = "whistlestop: WHISTLESTOP_BUILT=1 packs what was compiled in place: nothing was."


def listed(key: str) -> set[str]:
    """The files that a list of `[tool.whistlestop.build]` names, relative to the project."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        globs = tomllib.load(file)["tool"]["whistlestop"]["build"][key]
    return {path.relative_to(ROOT).as_posix() for glob in globs for path in ROOT.glob(glob)}


def compiled_sources() -> list[str]:
    """The files mypyc compiles, relative to the project, in a stable order."""
    return sorted(listed("compiled") - listed("interpreted"))


def extensions() -> list[Extension]:
    """The extension modules, or none where the command at hand compiles nothing.

    Generating C takes seconds, and an install asks for metadata several times before it builds.
    """
    if PURE or not BUILD_COMMANDS.intersection(sys.argv[1:]):
        return []
    if BUILT:
        return built_extensions()
    from mypyc.build import mypycify

    say(f"translating {len(compiled_sources())} modules into C")
    made = mypycify(
        compiled_sources(), opt_level="3", debug_level="0", group_name=LIBRARY, multi_file=True
    )
    extensions = cast("list[Extension]", made)
    for extension in extensions:
        if extension.name == f"{LIBRARY}__mypyc":
            gather(extension)
    if sys.platform != "win32":
        # No other library replaces our functions, so the compiler may inline them, and should.
        for extension in extensions:
            extension.extra_compile_args += ["-fno-semantic-interposition", "-finline-limit=1500"]
    return extensions


def gather(library: Extension) -> None:
    """Let the compiler see the many C files as two: within one it may inline, two go side by side.

    One file would keep one processor busy; with one for each module, calls that are no longer
    inlined make games up to 8 % slower.
    """
    sources = [os.fspath(source) for source in library.sources]
    folder = Path(os.path.commonpath(sources))
    files = [Path(source).relative_to(folder).as_posix() for source in sources]
    apart = {c_file(source) for source in listed("apart")}
    units = {
        "unit_engine.c": [file for file in files if file not in apart],
        "unit_apart.c": [file for file in files if file in apart],
    }
    library.depends += sources
    library.sources = [write_unit(folder / name, units[name]) for name in units]


def c_file(source: str) -> str:
    """What mypyc calls the C file of a module."""
    return "__native_" + "___".join(Path(source).relative_to("src").with_suffix("").parts) + ".c"


def write_unit(unit: Path, files: list[str]) -> str:
    """A C file that consists of others."""
    unit.write_text("".join(f'#include "{file}"\n' for file in files))
    return unit.as_posix()


def say(progress: str) -> None:
    """A line about how far the build is, without waiting for the end of a page of output."""
    print(f"   {progress}", file=sys.stderr, flush=True)


def built_extensions() -> list[Extension]:
    """One for each module that an in-place build has left in `src`; nothing is compiled for it."""
    files = [path.relative_to(SRC) for path in compiled_modules()]
    names = [".".join((*path.parent.parts, path.name.partition(".")[0])) for path in files]
    return [Extension(name, []) for name in names] or sys.exit(NOTHING_BUILT)


class BuildCompiled(build_ext):
    """`build_ext` that leaves no stale module behind and explains a missing compiler."""

    def run(self) -> None:
        if self.inplace and not self.extensions:
            remove_compiled_modules()
        super().run()

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self) -> None:
        if self.extensions and not BUILT:
            say(f"compiling for {os.cpu_count()} processors")
        self.compiler.compile = side_by_side(self.compiler.compile)
        try:
            super().build_extensions()
        except (CCompilerError, ExecError, PlatformError) as error:
            sys.exit(NO_COMPILER.format(reason=error))

    def build_extension(self, ext: Extension) -> None:
        if not BUILT:
            return super().build_extension(ext)
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(SRC / target.relative_to(self.build_lib), target)

    def copy_extensions_to_source(self) -> None:
        # Removed first, not overwritten: a process that has the old module mapped would crash.
        remove_compiled_modules()
        super().copy_extensions_to_source()


def side_by_side(compile_all: Callable[..., list[str]]) -> Callable[..., list[str]]:
    """A compiler's `compile` that starts as many compilers as there are files and processors."""

    def compile_each(sources: Sequence[str], **options: Any) -> list[str]:
        if len(sources) == 1:
            return compile_all(sources, **options)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            made = pool.map(lambda source: compiled(source, options), sources)
            return [file for files in made for file in files]

    def compiled(source: str, options: dict[str, Any]) -> list[str]:
        start = time.monotonic()
        files = compile_all([source], **options)
        say(f"compiled {Path(source).stem} in {time.monotonic() - start:.0f} s")
        return files

    return compile_each


def compiled_modules() -> list[Path]:
    return sorted(path for path in SRC.rglob("*") if path.suffix in (".so", ".pyd"))


def remove_compiled_modules() -> None:
    for path in compiled_modules():
        path.unlink()


if __name__ == "__main__":
    setup(ext_modules=extensions(), cmdclass={"build_ext": BuildCompiled})
