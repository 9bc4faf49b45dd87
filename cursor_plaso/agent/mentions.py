"""Search for the identifiers of conversations in texts, in time linear in the texts.

Evidence chooses both the identifiers and the texts: to look for each identifier in each
text would take the product of their numbers. Few identifiers are looked for one by one,
anywhere in a text. Of many, a text is asked which identifiers it names: it is divided
into UUIDs and words.
"""

import re

# Identifiers of one kind that are looked for one by one; more are looked up.
_MAXIMUM_SEARCHES = 16

_UUID_RE = re.compile(
    rb"[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}"
)

_WORD_RE = re.compile(rb"[A-Za-z0-9_.-]+")


class IdentifierSearch:
    """Search for identifiers.

    Attributes:
      number_left_out (int): number of identifiers that are not looked for: of those
          that are no words, all but the first.
    """

    def __init__(self, identifiers):
        """Initializes a search.

        Args:
          identifiers (iterable[str]): identifiers.
        """
        super().__init__()
        self._places = {}
        self._uuids = {}
        self._words = {}
        self._others = {}
        self.number_left_out = 0
        for identifier in filter(None, identifiers):
            if identifier in self._places:
                continue
            self._places[identifier] = len(self._places)
            wanted = identifier.encode("utf-8", errors="replace")
            if _UUID_RE.fullmatch(wanted):
                self._uuids[wanted] = identifier
            elif _WORD_RE.fullmatch(wanted):
                self._words[wanted] = identifier
            elif len(self._others) < _MAXIMUM_SEARCHES:
                self._others[wanted] = identifier
            else:
                self.number_left_out += 1

    def Find(self, data):
        """Finds the identifiers that a text names.

        Args:
          data (bytes): text.

        Returns:
          list[str]: identifiers, each once, in the order in which they were given.
        """
        if not self._places:
            return []
        found = {
            identifier for wanted, identifier in self._others.items() if wanted in data
        }
        for identifiers, expression in (
            (self._uuids, _UUID_RE),
            (self._words, _WORD_RE),
        ):
            if len(identifiers) <= _MAXIMUM_SEARCHES:
                found.update(
                    identifier
                    for wanted, identifier in identifiers.items()
                    if wanted in data
                )
            else:
                for match in expression.finditer(data):
                    identifier = identifiers.get(match.group())
                    if identifier is not None:
                        found.add(identifier)
        return sorted(found, key=self._places.get)
