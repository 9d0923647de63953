"""The build: it hands the compiled modules of `pyproject.toml` to mypyc.

Everything that can be said as data stands in `pyproject.toml`; here is only what needs code: which
files are compiled, the switch for an install without a C compiler, the one for a wheel of what was
compiled in place, and replacing modules in place.
Invariant: after an in-place build, `src` holds the compiled modules of that build and no others.
"""

import os
import shutil
import sys
import tomllib
from pathlib import Path
from typing import cast

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
NOTHING_BUILT = "whistlestop: WHISTLESTOP_BUILT=1 packs what was compiled in place: nothing was."


def compiled_sources() -> list[str]:
    """The files mypyc compiles, relative to the project, in a stable order."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        build = tomllib.load(file)["tool"]["whistlestop"]["build"]
    listed = {path.relative_to(ROOT) for glob in build["compiled"] for path in ROOT.glob(glob)}
    return sorted(path.as_posix() for path in listed if path.as_posix() not in build["interpreted"])


def extensions() -> list[Extension]:
    """The extension modules, or none where the command at hand compiles nothing.

    Generating C takes seconds, and an install asks for metadata several times before it builds.
    """
    if PURE or not BUILD_COMMANDS.intersection(sys.argv[1:]):
        return []
    if BUILT:
        return built_extensions()
    from mypyc.build import mypycify

    made = mypycify(compiled_sources(), opt_level="3", debug_level="0", group_name="whistlestop")
    extensions = cast("list[Extension]", made)
    if sys.platform != "win32":
        # No other library replaces our functions, so the compiler may inline them, and should.
        for extension in extensions:
            extension.extra_compile_args += ["-fno-semantic-interposition", "-finline-limit=1500"]
    return extensions


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

    def build_extensions(self) -> None:
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


def compiled_modules() -> list[Path]:
    return sorted(path for path in SRC.rglob("*") if path.suffix in (".so", ".pyd"))


def remove_compiled_modules() -> None:
    for path in compiled_modules():
        path.unlink()


if __name__ == "__main__":
    setup(ext_modules=extensions(), cmdclass={"build_ext": BuildCompiled})
