"""Tests that every regular expression takes linear time, whatever the evidence.

The strings are made of the expression itself: the start of what it matches, then what
one of its repetitions matches many times over, then what does not match. The expressions
that the recovery makes for each table are of a fixed length, and are not tried.
"""

import ast
import importlib
import pkgutil
import random
import re
import signal
import sys
import time

import plaso.parsers  # pylint: disable=unused-import
import pytest

import cursor_plaso

try:
    from re import _constants as constants
    from re import _parser as parser
except ImportError:
    import sre_constants as constants
    import sre_parse as parser

# Half of the square of the size are 2,000,000,000 steps, which take seconds.
_SIZE = 65536
_MAXIMUM_SECONDS = 0.4
_NUMBER_OF_STRINGS = 40

_CHARACTERS = [chr(number) for number in range(32, 127)] + ["\n", "\r", "\t", "\0", "é"]

_FUNCTIONS = frozenset(
    ["findall", "finditer", "fullmatch", "match", "search", "split", "sub", "subn"]
)
_ANCHORED_FUNCTIONS = frozenset(["fullmatch", "match"])

_REPEATS = tuple(
    getattr(constants, name)
    for name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
    if hasattr(constants, name)
)


class _Expression:
    """Regular expression and how it is used.

    Attributes:
      is_anchored (bool): True if it is only matched at a place, not searched for.
      name (str): where it is.
      pattern (re.Pattern): pattern.
    """

    def __init__(self, name, pattern, functions):
        """Initializes an expression.

        Args:
          name (str): where it is.
          pattern (re.Pattern): pattern.
          functions (set[str]): functions it is used with, empty if that is not known.
        """
        super().__init__()
        self.is_anchored = bool(functions) and functions <= _ANCHORED_FUNCTIONS
        self.name = name
        self.pattern = pattern
        self._random = random.Random(name)
        text = pattern.pattern
        flags = pattern.flags
        if isinstance(text, bytes):
            text = text.decode("latin-1")
            flags &= ~re.UNICODE
        self._tree = parser.parse(text, flags)
        self._bodies = list(self._GetBodies(self._tree)) or [self._tree]

    def _GetBodies(self, tree):
        """Retrieves what is repeated.

        Args:
          tree (SubPattern): part of the expression.

        Yields:
          SubPattern: part of the expression.
        """
        for operator, argument in tree:
            if operator in _REPEATS:
                if argument[1] != 1:
                    yield argument[2]
                yield from self._GetBodies(argument[2])
            elif operator is constants.BRANCH:
                for branch in argument[1]:
                    yield from self._GetBodies(branch)
            elif operator is constants.SUBPATTERN:
                yield from self._GetBodies(argument[-1])
            elif operator in (constants.ASSERT, constants.ASSERT_NOT):
                yield from self._GetBodies(argument[1])

    def _Match(self, tree):
        """Makes a string that a part of the expression may match.

        Args:
          tree (SubPattern): part of the expression.

        Returns:
          str: string.
        """
        parts = []
        for operator, argument in tree:
            if operator is constants.LITERAL:
                parts.append(chr(argument))
            elif operator is constants.NOT_LITERAL:
                parts.append(self._random.choice(_CHARACTERS[1:]))
            elif operator is constants.ANY:
                parts.append(self._random.choice(_CHARACTERS))
            elif operator is constants.IN:
                characters = [
                    character for character in _CHARACTERS if _IsIn(argument, character)
                ]
                parts.append(self._random.choice(characters or ["\ud800"]))
            elif operator is constants.BRANCH:
                parts.append(self._Match(self._random.choice(argument[1])))
            elif operator is constants.SUBPATTERN:
                parts.append(self._Match(argument[-1]))
            elif operator in _REPEATS:
                minimum = min(argument[0], 64)
                maximum = min(argument[1], minimum + 2)
                for _ in range(self._random.randint(minimum, maximum)):
                    parts.append(self._Match(argument[2]))
        return "".join(parts)

    def MakeStrings(self, size):
        """Makes strings that are hard to match.

        Args:
          size (int): size of each.

        Yields:
          bytes|str: string.
        """
        for _ in range(_NUMBER_OF_STRINGS):
            whole = self._Match(self._tree)
            start = whole[
                : self._random.choice([0, self._random.randint(0, len(whole))])
            ]
            unit = self._Match(self._random.choice(self._bodies + [self._tree]))
            if self._random.random() < 0.3:
                unit += self._Match(self._random.choice(self._bodies))
            if self._random.random() < 0.3:
                unit = start + unit
            end = self._random.choice(["", "!", "\0", "\n", "\n\n", " ", '"'])
            unit = unit or self._random.choice(_CHARACTERS)
            string = start + unit * (size // len(unit)) + end
            if isinstance(self.pattern.pattern, bytes):
                string = string.encode("latin-1", errors="replace")
            yield string

    def Measure(self, string):
        """Measures the time that the expression takes.

        Args:
          string (bytes|str): string.

        Returns:
          float: seconds of processor time.
        """
        start_time = time.process_time()
        if self.is_anchored:
            self.pattern.match(string)
        else:
            for _ in self.pattern.finditer(string):
                pass
        return time.process_time() - start_time


def _IsIn(items, character):
    """Determines if a character is in a set of an expression.

    Args:
      items (list[tuple[object, object]]): set.
      character (str): character.

    Returns:
      bool: True if it is.
    """
    is_in = False
    is_negated = False
    number = ord(character)
    for operator, argument in items:
        if operator is constants.NEGATE:
            is_negated = True
        elif operator is constants.LITERAL:
            is_in |= number == argument
        elif operator is constants.RANGE:
            is_in |= argument[0] <= number <= argument[1]
        elif operator is constants.CATEGORY:
            name = str(argument).rsplit("_", maxsplit=1)[-1].lower()
            is_category = {
                "digit": character.isdigit(),
                "space": character.isspace(),
                "word": character.isalnum() or character == "_",
            }[name]
            is_in |= is_category != ("_NOT_" in str(argument))
    return is_in != is_negated


def _FindPatterns(value):
    """Finds the patterns in a value of a module or class.

    Args:
      value (object): value.

    Yields:
      re.Pattern: pattern.
    """
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, (frozenset, list, set, tuple)):
        for element in value:
            yield from _FindPatterns(element)
    elif isinstance(value, dict):
        for element in value.values():
            yield from _FindPatterns(element)


def _FindUses(tree):
    """Finds how the expressions of a module are used.

    Args:
      tree (ast.Module): code.

    Yields:
      tuple[str, str, ast.Call]: name of the pattern, or "re", name of the function and
          the call.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in _FUNCTIONS | {"compile"}:
            value = node.value
            name = value.attr if isinstance(value, ast.Attribute) else None
            name = value.id if isinstance(value, ast.Name) else name
            if name:
                yield name, node.attr, node


def _FindConstants(tree):
    """Finds the expressions that the functions of a module make of constants.

    Args:
      tree (ast.Module): code.

    Yields:
      tuple[int, str, str]: line, function and expression.
    """
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Attribute)
                    and isinstance(node.func.value, ast.Name)
                    and node.func.value.id == "re"
                    and node.args
                    and isinstance(node.args[0], ast.Constant)
                ):
                    yield node.lineno, node.func.attr, node.args[0].value


def _ListModules():
    """Lists the modules of the package and its parsers.

    Returns:
      list[module]: modules.
    """
    for information in pkgutil.walk_packages(cursor_plaso.__path__, "cursor_plaso."):
        importlib.import_module(information.name)
    # By name, since the package that is tested may be an installed one.
    return [
        module
        for name, module in sorted(sys.modules.items())
        if name.partition(".")[0] == cursor_plaso.__name__
        and getattr(module, "__file__", None)
    ]


def _ListExpressions():
    """Lists the regular expressions of the package and its parsers.

    Returns:
      list[_Expression]: expressions.
    """
    modules = _ListModules()
    patterns = {}
    functions = {}
    for module in modules:
        with open(module.__file__, "r", encoding="utf-8") as file_object:
            tree = ast.parse(file_object.read())
        for name, function, _ in _FindUses(tree):
            functions.setdefault(name, set()).add(function)
        for line, function, expression in _FindConstants(tree):
            name = f"{module.__name__:s}:{line:d}"
            # What a function compiles it matches at one place after the other.
            functions[name] = {"match" if function == "compile" else function}
            patterns[expression, re.compile(expression).flags] = (name, name)
        for name, value in vars(module).items():
            values = [(name, value)]
            if isinstance(value, type) and value.__module__ == module.__name__:
                values.extend(vars(value).items())
            for value_name, element in values:
                if not value_name.startswith("__"):
                    for pattern in _FindPatterns(element):
                        patterns.setdefault(
                            (pattern.pattern, pattern.flags),
                            (f"{module.__name__:s}.{value_name:s}", value_name),
                        )

    return [
        _Expression(name, re.compile(*pattern), functions.get(use, set()))
        for pattern, (name, use) in patterns.items()
    ]


def _Stop(unused_signal, unused_frame):
    """Stops an expression that takes too long."""
    raise TimeoutError("the expression did not come to an end")


@pytest.fixture(name="timer")
def Timer():
    """Stops what takes 5 seconds of processor time.

    Yields:
      None: nothing.
    """
    handler = signal.signal(signal.SIGVTALRM, _Stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, 5)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, handler)


_EXPRESSIONS = _ListExpressions()


@pytest.mark.parametrize("expression", _EXPRESSIONS, ids=lambda value: value.name)
@pytest.mark.usefixtures("timer")
def testTime(expression):
    """An expression takes linear time."""
    for string in expression.MakeStrings(_SIZE):
        seconds = expression.Measure(string)
        if seconds > _MAXIMUM_SECONDS:
            # The processor may have been busy with something else.
            seconds = min(seconds, expression.Measure(string))
        assert seconds <= _MAXIMUM_SECONDS, (string[:64], string[-8:])


@pytest.mark.parametrize(
    "pattern", [r"(a+)+\Z", r"(\w*)\s*=", r"a.*b.*c", r"[ \t]+\n"], ids=repr
)
@pytest.mark.usefixtures("timer")
def testSlowExpressions(pattern):
    """The test finds expressions that take more than linear time."""
    expression = _Expression(pattern, re.compile(pattern), set())

    with pytest.raises((AssertionError, TimeoutError)):
        testTime(expression)


def testExpressionsAreFound():
    """The expressions are found, and those that are only matched told apart."""
    expressions = {expression.name: expression for expression in _EXPRESSIONS}

    assert len(expressions) > 100
    assert expressions["cursor_plaso.values._JSON_TOKEN_RE"].is_anchored
    assert not expressions["cursor_plaso.masking._URL_RE"].is_anchored
