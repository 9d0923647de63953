"""The mutants of one source file: every small fault that these operators can make in it.

An operator looks at one node of the syntax tree and gives the texts that could stand in its place.
Annotations, docstrings and other strings stay as they are: a fault there is none of the rules'.
Invariant: every mutant compiles and differs from its source in exactly one place.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
_OTHER_NAME = {"min": "max", "max": "min", "any": "all", "all": "any"}
# In these an expression needs brackets of its own.
_BINDS = (ast.BinOp, ast.BoolOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Attribute, ast.Starred)
_NUMBERS = ("int", "i64", "u8", "float")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Mutant:
    """One fault: bytes `start` to `end` of the file replaced.

    `function` is the outermost one around it, `statement` the line where its statement begins.
    """

    file: str
    function: str
    statement: int
    line: int
    start: int
    end: int
    text: str
    before: str
    after: str

    @cached_property
    def key(self) -> str:
        return f"{self.file}:{self.start}-{self.end}:{self.text}"

    @property
    def known_as(self) -> tuple[str, str, str, str]:
        """What it is called where line numbers may change."""
        return self.file, self.function, self.before, self.after

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]


def mutants_of(file: str, source: bytes) -> list[Mutant]:
    """Every mutant of a file, each once, in the order of the source."""
    found: dict[bytes, Mutant] = {}
    writer = _Writer(file, source)
    writer.visit(ast.parse(source), None, "")
    for mutant in writer.mutants:
        found.setdefault(mutant.apply(source), mutant)
    found.pop(source, None)
    return sorted(found.values(), key=lambda m: (m.start, m.end, m.text))


class _Writer:
    """Walks a tree and writes down the mutants."""

    def __init__(self, file: str, source: bytes) -> None:
        self.file = file
        self.source = source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.mutants: list[Mutant] = []
        self.returns = ""
        self.statement = 0

    def visit(self, node: ast.AST, parent: ast.AST | None, function: str) -> None:
        if isinstance(node, (ast.JoinedStr, ast.Assert)) or _is_for_types(node):
            return
        outer = self.returns, self.statement
        if isinstance(node, ast.stmt):
            self.statement = node.lineno
        if isinstance(node, _FUNCTIONS):
            self.returns = ast.unparse(node.returns) if node.returns else ""
        for text in self._texts(node, parent):
            self._note(node, text, function)
        inside = function
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef)) and not function.endswith("()"):
            inside = f"{function}{'.' if function else ''}{node.name}"
            inside += "()" if isinstance(node, _FUNCTIONS) else ""
        for child in _children(node):
            # Defaults are worked out where a function is made, not where it runs.
            self.visit(child, node, function if isinstance(child, ast.arguments) else inside)
        self.returns, self.statement = outer

    def _note(self, node: ast.AST, text: str, function: str) -> None:
        assert isinstance(node, (ast.stmt, ast.expr))
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.starts[node.lineno - 1] + node.col_offset
        end = self.starts[node.end_lineno - 1] + node.end_col_offset
        head = self.source[self.starts[node.lineno - 1] : start].decode()
        tail = self.source[end : self.starts[node.end_lineno]].decode()
        before = self.source[start:end].decode()
        self.mutants.append(
            Mutant(
                self.file,
                function.removesuffix("()"),
                self.statement,
                node.lineno,
                start,
                end,
                text,
                _one_line(head + before + tail),
                _one_line(head + text + tail),
            )
        )

    def _texts(self, node: ast.AST, parent: ast.AST | None) -> Iterator[str]:
        """What may stand in place of a node."""
        if isinstance(node, ast.expr):
            for text in _expressions(node):
                bare = isinstance(node, ast.Constant) or not isinstance(parent, _BINDS)
                yield text if bare else f"({text})"
            # `while True` would only ever be a timeout.
            test = getattr(parent, "test", None)
            if node is test and isinstance(parent, (ast.If, ast.IfExp)):
                yield "True"
            if node is test and isinstance(parent, (ast.If, ast.IfExp, ast.While)):
                yield "False"
            if isinstance(parent, ast.comprehension) and node in parent.ifs:
                yield "True"
        elif isinstance(node, ast.Return) and node.value is not None:
            yield from _returns(node.value, self.returns)
        elif isinstance(node, ast.stmt):
            yield from _statements(node)


def _one_line(text: str) -> str:
    return " ".join(text.split("#")[0].split())


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What decides: no annotations or decorators, no room made in advance, no check of lengths."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.keyword) and child.arg in ("capacity", "strict"):
                continue
            if isinstance(child, ast.AST):
                yield child


def _expressions(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Compare):
        yield from _comparisons(node)
    elif isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
        yield ast.unparse(ast.BinOp(node.left, _ARITHMETIC[type(node.op)](), node.right))
    elif isinstance(node, ast.BoolOp):
        yield ast.unparse(ast.BoolOp(ast.Or() if _is_and(node) else ast.And(), node.values))
        for i in range(len(node.values)):
            rest = [value for j, value in enumerate(node.values) if j != i]
            yield ast.unparse(ast.BoolOp(node.op, rest) if len(rest) > 1 else rest[0])
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield ast.unparse(node.operand)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield str(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield str(node.value + 1)
        if node.value > 0:
            yield str(node.value - 1)
    elif isinstance(node, ast.Call) and ast.unparse(node.func) in _OTHER_NAME:
        other = ast.Name(_OTHER_NAME[ast.unparse(node.func)])
        yield ast.unparse(ast.Call(other, node.args, node.keywords))


def _is_and(node: ast.BoolOp) -> bool:
    return isinstance(node.op, ast.And)


def _comparisons(node: ast.Compare) -> Iterator[str]:
    for i, op in enumerate(node.ops):
        for other in _COMPARISONS[type(op)]:
            changed = copy.copy(node)
            changed.ops = [*node.ops[:i], other(), *node.ops[i + 1 :]]
            yield ast.unparse(changed)


def _returns(value: ast.expr, annotation: str) -> Iterator[str]:
    """Another value of the same type, as far as the annotation tells."""
    if isinstance(value, ast.Constant):
        return
    text = ast.unparse(value)
    if annotation == "bool":
        yield f"return not ({text})"
    elif annotation in _NUMBERS:
        yield f"return ({text}) + 1"
    else:
        yield "return None"


def _statements(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.Break):
        yield "continue"
    elif isinstance(node, ast.Continue):
        yield "break"
    elif isinstance(node, ast.AugAssign):
        yield "pass"
        if type(node.op) in _ARITHMETIC:
            other = _ARITHMETIC[type(node.op)]()
            yield ast.unparse(ast.AugAssign(node.target, other, node.value))
    elif isinstance(node, ast.Assign):
        # Without its first value a name, or an attribute of a new object, only ever crashes.
        kept = (ast.Name, ast.Tuple)
        target = node.targets[0]
        of_self = isinstance(target, ast.Attribute) and ast.unparse(target.value) == "self"
        if not isinstance(target, kept) and not of_self:
            yield "pass"
    elif isinstance(node, (ast.Raise, ast.Return, ast.Delete)) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        yield "pass"
