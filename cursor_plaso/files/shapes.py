"""Shapes of documents: which members hold something else than their reader reads.

A reader takes what it understands of a document and leaves the rest. So that nothing
is left without a word, it declares the types of the members that it reads: one of the
constants below, a list with the shape of its elements, an object with the shapes of its
members, of which the name "*" stands for every other, or a tuple of such shapes, of
which the one for the type of the value counts. What a reader warns of itself is ANY. A
member that is absent, null or empty holds nothing that could be lost.
"""

import itertools

from cursor_plaso import times
from cursor_plaso import values

ANY = "any"
BOOLEAN = "boolean"
INTEGER = "integer"
SCALAR = "scalar"
STRING = "string"
TEXT = "text"
TIME = "time"

# Elements of a list that are looked at, as many as readers read.
_MAXIMUM_ELEMENTS = 10_000

# Places that a warning names.
_MAXIMUM_PLACES = 8

_MAXIMUM_PLACE_LENGTH = 100

_FITS = {
    ANY: lambda value: True,
    BOOLEAN: lambda value: isinstance(value, bool)
    or (isinstance(value, int) and value in (0, 1)),
    INTEGER: lambda value: values.ToInteger(value) is not None,
    SCALAR: lambda value: not isinstance(value, (dict, list)),
    STRING: lambda value: isinstance(value, str),
    TEXT: lambda value: values.ToString(value) is not None,
    # The number 0 stands for no time.
    TIME: lambda value: not isinstance(value, bool)
    and (value == 0 or times.FromStored(value) is not None),
}


def DescribeProblems(value, shape):
    """Describes the members that have another shape than they should have.

    Args:
      value (object): JSON value.
      shape (object): shape of the value.

    Returns:
      str: places of the members, such as "permissions, entries[3].id", without any
          value, or None if there are none.
    """
    problems = list(itertools.islice(FindProblems(value, shape), _MAXIMUM_PLACES + 1))
    if not problems:
        return None
    text = ", ".join(problems[:_MAXIMUM_PLACES])
    return f"{text:s} and others" if len(problems) > _MAXIMUM_PLACES else text


def FindProblems(value, shape, place=""):
    """Finds the members that have another shape than they should have.

    Args:
      value (object): JSON value.
      shape (object): shape of the value.
      place (Optional[str]): place of the value in the document.

    Yields:
      str: place of a member.
    """
    if value in (None, "", [], {}):
        return

    shape = _GetShape(value, shape)
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            yield place or "the document"
            return
        if "*" in shape:
            names = value
        else:
            names = (name for name in shape if name in value)
        for name in names:
            member_place = f"{place:s}.{name:s}" if place else name
            yield from FindProblems(
                value[name],
                shape.get(name, shape.get("*", ANY)),
                member_place[:_MAXIMUM_PLACE_LENGTH],
            )

    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield place or "the document"
            return
        for index, element in enumerate(value[:_MAXIMUM_ELEMENTS]):
            yield from FindProblems(element, shape[0], f"{place:s}[{index:d}]")

    elif not _FITS[shape](value):
        yield place or "the document"


def _GetShape(value, shape):
    """Retrieves the shape for the type of a value.

    Args:
      value (object): JSON value.
      shape (object): shape or tuple of shapes.

    Returns:
      object: shape.
    """
    if not isinstance(shape, tuple):
        return shape
    json_type = type(value) if isinstance(value, (dict, list)) else str
    return next(
        (choice for choice in shape if isinstance(choice, json_type)), shape[-1]
    )
