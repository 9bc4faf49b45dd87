"""The schema of a SQLite database: what a CREATE statement says of its columns.

The statements are read, never run: no expression, trigger, view or generated column
of the evidence is evaluated. The grammar is that of
https://www.sqlite.org/lang_createtable.html, read leniently.
"""

import re

# Longer statements are cut: no column that a reader asks for comes that late.
MAXIMUM_STATEMENT_SIZE = 1024 * 1024

_WORD_RE = re.compile(r"[\w$]+")

_CLOSING_QUOTES = {'"': '"', "'": "'", "[": "]", "`": "`"}

# What SQLite allows unless it is built otherwise.
_MAXIMUM_COLUMNS = 2000

# Words that end the type of a column.
_COLUMN_CONSTRAINTS = frozenset(
    [
        "AS",
        "CHECK",
        "COLLATE",
        "CONSTRAINT",
        "DEFAULT",
        "GENERATED",
        "NOT",
        "NULL",
        "PRIMARY",
        "REFERENCES",
        "UNIQUE",
    ]
)
_TABLE_CONSTRAINTS = frozenset(["CHECK", "CONSTRAINT", "FOREIGN", "PRIMARY", "UNIQUE"])


class Column:
    """Column of a table.

    Attributes:
      is_real (bool): True if the affinity is REAL: SQLite stores whole numbers of it
          as integers.
      is_required (bool): True if the value is never NULL.
      is_stored (bool): False for a virtual generated column, which has no stored
          value.
      name (str): name.
      type_name (str): declared type in upper case, may be empty.
    """

    __slots__ = ("is_real", "is_required", "is_stored", "name", "type_name")

    def __init__(self, name, type_name, is_stored, is_required=False):
        """Initializes a column.

        Args:
          name (str): name.
          type_name (str): declared type.
          is_stored (bool): False for a virtual generated column.
          is_required (Optional[bool]): True if the value is never NULL.
        """
        super().__init__()
        self.is_required = is_required
        self.is_stored = is_stored
        self.name = name
        self.type_name = type_name.upper()
        self.is_real = "INT" not in self.type_name and not any(
            word in self.type_name for word in ("CHAR", "CLOB", "TEXT", "BLOB")
        )
        self.is_real = self.is_real and any(
            word in self.type_name for word in ("REAL", "FLOA", "DOUB")
        )


class UniqueConstraint:
    """PRIMARY KEY or UNIQUE constraint.

    Attributes:
      column_names (list[str]): names of the columns in lower case.
      is_plain (bool): True if all columns are compared as bytes and ascending.
      is_primary_key (bool): True for a PRIMARY KEY.
    """

    __slots__ = ("column_names", "is_plain", "is_primary_key")

    def __init__(self, column_names, is_primary_key, is_plain):
        """Initializes a unique constraint.

        Args:
          column_names (list[str]): names of the columns in lower case.
          is_primary_key (bool): True for a PRIMARY KEY.
          is_plain (bool): True if all columns are compared as bytes and ascending.
        """
        super().__init__()
        self.column_names = column_names
        self.is_plain = is_plain
        self.is_primary_key = is_primary_key


class Table:
    """Table, view or virtual table.

    Attributes:
      index_damaged (bool): True once a key was looked up and there was no index, or
          none that holds together.
      name (str): name.
      root_page (int): number of the root page, 0 for a view or virtual table.
      sql (str): CREATE statement, may be empty.
      type (str): "table", "view" or "virtual".
    """

    def __init__(self, name, table_type, root_page, sql):
        """Initializes a table.

        Args:
          name (str): name.
          table_type (str): "table", "view" or "virtual".
          root_page (int): number of the root page.
          sql (str): CREATE statement.
        """
        super().__init__()
        self._automatic_indexes = {}
        self._column_indexes = None
        self._columns = None
        self._definition = None
        self._indexes = []
        self._key_column_index = None
        self._key_index_page = None
        self.index_damaged = False
        self.name = name
        self.root_page = root_page
        self.sql = sql
        self.type = table_type

    @property
    def columns(self):
        """list[str]: names of the columns, empty if they could not be read."""
        if self._columns is None:
            self._columns = [column.name for column in self.definition.columns]
        return self._columns

    @property
    def definition(self):
        """TableDefinition: what the CREATE statement says."""
        if self._definition is None:
            # The statement of a view or virtual table declares no columns.
            self._definition = ParseTable(self.sql if self.type == "table" else "")
            self._FindKeyIndex()
        return self._definition

    @property
    def index_root_page(self):
        """int: root page of the unique index of the key column or None."""
        return self._key_index_page if self.definition else None

    @property
    def is_plain(self):
        """bool: True if the stored values are the values of the columns in order."""
        definition = self.definition
        return (
            definition.rowid_alias is None
            and definition.stored_order == list(range(len(definition.columns)))
            and not any(column.is_real for column in definition.columns)
        )

    @property
    def key_column_index(self):
        """int: index of the column that has the unique index or None."""
        return self._key_column_index if self.definition else None

    @property
    def rowid_alias(self):
        """int: index of the INTEGER PRIMARY KEY column or None."""
        return self.definition.rowid_alias

    @property
    def without_rowid(self):
        """bool: True if the table is an index b-tree and has no rowids."""
        return self.definition.without_rowid

    def _FindKeyIndex(self):
        """Finds the index of the key: unique, on one column, compared as bytes."""
        definition = self._definition
        names = [column.name.lower() for column in definition.columns]
        candidates = []
        for number, constraint in enumerate(definition.constraints, 1):
            if len(constraint.column_names) != 1 or not constraint.is_plain:
                continue
            if constraint.is_primary_key and definition.without_rowid:
                root_page = self.root_page
            else:
                root_page = self._GetAutomaticIndex(number)
            candidates.append((constraint.column_names[0], root_page))

        for root_page, sql in self._indexes:
            constraint = ParseIndex(sql)
            if constraint and constraint.is_plain and len(constraint.column_names) == 1:
                candidates.append((constraint.column_names[0], root_page))

        # The index on the first column is preferred.
        for name, root_page in candidates:
            if not root_page or name not in names:
                continue
            column_index = names.index(name)
            if self._key_index_page is None or (
                column_index == 0 and self._key_column_index != 0
            ):
                self._key_column_index = column_index
                self._key_index_page = root_page

    def _GetAutomaticIndex(self, number):
        """Retrieves the root page of an automatic index.

        Args:
          number (int): number of the constraint, from 1.

        Returns:
          int: page number or None.
        """
        name = f"sqlite_autoindex_{self.name:s}_{number:d}".lower()
        return self._automatic_indexes.get(name)

    def AddIndex(self, name, root_page, sql):
        """Adds an index of the table.

        Args:
          name (str): name.
          root_page (int): number of the root page.
          sql (str): CREATE statement, empty for an automatic index.
        """
        if sql:
            self._indexes.append((root_page, sql))
        else:
            self._automatic_indexes.setdefault(name.lower(), root_page)

    def ArrangeValues(self, values, rowid):
        """Brings stored values into the order of the columns.

        Args:
          values (list[bytes|float|int|str]): stored values.
          rowid (int): rowid or None.

        Returns:
          tuple[bytes|float|int|str]: value per column, None for those not stored; the
              stored values as they are if the columns are not known.
        """
        definition = self.definition
        if not definition.columns:
            return tuple(values)
        arranged = [None] * len(definition.columns)
        for index, value in zip(definition.stored_order, values):
            if value.__class__ is int and definition.columns[index].is_real:
                value = float(value)
            arranged[index] = value
        if definition.rowid_alias is not None:
            arranged[definition.rowid_alias] = rowid
        return tuple(arranged)

    def GetColumnIndex(self, name):
        """Retrieves the index of a column.

        Args:
          name (str): name of the column, in any case.

        Returns:
          int: index or None if there is no such column.
        """
        if self._column_indexes is None:
            self._column_indexes = {}
            for index, column in enumerate(self.columns):
                self._column_indexes.setdefault(column.lower(), index)
        index = self._column_indexes.get(name)
        return self._column_indexes.get(name.lower()) if index is None else index


class TableDefinition:
    """What a CREATE TABLE statement says.

    Attributes:
      columns (list[Column]): columns in the order declared.
      constraints (list[UniqueConstraint]): unique constraints in the order that SQLite
          numbers their automatic indexes, without the rowid alias.
      rowid_alias (int): index of the INTEGER PRIMARY KEY column or None.
      stored_order (list[int]): per stored value of a record the index of its column.
      without_rowid (bool): True if the table is an index b-tree.
    """

    def __init__(self):
        """Initializes a table definition."""
        super().__init__()
        self.columns = []
        self.constraints = []
        self.rowid_alias = None
        self.stored_order = []
        self.without_rowid = False


class _TableParser:
    """Parser of the tokens of one CREATE TABLE statement."""

    def __init__(self):
        """Initializes a parser."""
        super().__init__()
        self._alias_name = None
        self._collations = {}
        self._constraints = []
        self.definition = TableDefinition()

    def _AddColumn(self, tokens):
        """Adds a column.

        Args:
          tokens (list[tuple[str, bool]]): tokens of the definition.
        """
        name = tokens[0][0]
        index = 1
        type_names = []
        while index < len(tokens):
            text, is_quoted = tokens[index]
            if not is_quoted and text.upper() in _COLUMN_CONSTRAINTS:
                break
            if text == "(" and not is_quoted:
                index = _SkipParentheses(tokens, index)
                continue
            type_names.append(text)
            index += 1

        type_name = " ".join(type_names)
        is_generated, is_required, is_stored = False, False, False
        constraint = None
        while index < len(tokens):
            text, is_quoted = tokens[index]
            word = "" if is_quoted else text.upper()
            if word == "(":
                index = _SkipParentheses(tokens, index)
                continue
            if word in ("PRIMARY", "UNIQUE"):
                following = [
                    token.upper() for token, _ in tokens[index + 1 : index + 3]
                ]
                is_descending = word == "PRIMARY" and "DESC" in following[1:2]
                is_alias = (
                    word == "PRIMARY"
                    and type_name.upper() == "INTEGER"
                    and not is_descending
                )
                constraint = UniqueConstraint(
                    [name.lower()], word == "PRIMARY", not is_descending
                )
                self._constraints.append(constraint)
                if is_alias:
                    self._alias_name = name.lower()
            elif word == "COLLATE" and index + 1 < len(tokens):
                self._collations[name.lower()] = tokens[index + 1][0].upper()
                index += 1
            elif word in ("DEFAULT", "CONSTRAINT", "REFERENCES"):
                # What follows is a value or a name, not a word of the grammar.
                following, is_quoted = (tokens[index + 1 : index + 2] or [("", True)])[
                    0
                ]
                if is_quoted or following != "(":
                    index += 1
            elif word == "AS":
                is_generated = True
            elif word == "NOT":
                following = [
                    token.upper() for token, _ in tokens[index + 1 : index + 2]
                ]
                is_required = is_required or following == ["NULL"]
            elif word == "STORED":
                is_stored = True
            index += 1

        self.definition.columns.append(
            Column(name, type_name, is_stored or not is_generated, is_required)
        )

    def _AddTableConstraint(self, tokens):
        """Adds table constraints, between which SQLite does not need commas.

        Args:
          tokens (list[tuple[str, bool]]): tokens of the definition.
        """
        index = 0
        while index < len(tokens):
            text, is_quoted = tokens[index]
            word = "" if is_quoted else text.upper()
            if word == "(":
                index = _SkipParentheses(tokens, index)
                continue
            if word == "CONSTRAINT":
                index += 2
                continue
            if word in ("PRIMARY", "UNIQUE"):
                while index < len(tokens) and tokens[index] != ("(", False):
                    index += 1
                end_index = _SkipParentheses(tokens, index)
                self._AddUniqueColumns(
                    tokens[index + 1 : end_index - 1], word == "PRIMARY"
                )
                index = end_index
                continue
            index += 1

    def _AddUniqueColumns(self, tokens, is_primary_key):
        """Adds a unique constraint of a table.

        Args:
          tokens (list[tuple[str, bool]]): tokens between the parentheses.
          is_primary_key (bool): True for a PRIMARY KEY.
        """
        constraint = ParseIndexedColumns(tokens, is_primary_key)
        self._constraints.append(constraint)
        if is_primary_key and len(constraint.column_names) == 1:
            for column in self.definition.columns:
                if (
                    column.name.lower() == constraint.column_names[0]
                    and column.type_name == "INTEGER"
                ):
                    self._alias_name = constraint.column_names[0]

    def _Finish(self):
        """Determines the rowid alias, the indexes and the order of storage."""
        definition = self.definition
        positions = {}
        for index, column in enumerate(definition.columns):
            positions.setdefault(column.name.lower(), index)

        if self._alias_name is not None and not definition.without_rowid:
            definition.rowid_alias = positions.get(self._alias_name)

        seen = set()
        for constraint in self._constraints:
            names = tuple(constraint.column_names)
            if names in seen:
                continue
            if (
                definition.rowid_alias is not None
                and constraint.is_primary_key
                and names == (self._alias_name,)
            ):
                continue
            seen.add(names)
            if any(self._collations.get(name, "BINARY") != "BINARY" for name in names):
                constraint.is_plain = False
            definition.constraints.append(constraint)

        order = {}
        if definition.without_rowid:
            for constraint in definition.constraints:
                if constraint.is_primary_key:
                    for name in constraint.column_names:
                        index = positions.get(name)
                        if index is not None:
                            order[index] = True
        for index, column in enumerate(definition.columns):
            if column.is_stored:
                order[index] = True
        definition.stored_order = list(order)

    def Parse(self, tokens):
        """Parses the tokens of a statement.

        Args:
          tokens (list[tuple[str, bool]]): tokens.

        Returns:
          TableDefinition: definition.
        """
        index = 0
        while index < len(tokens) and tokens[index] != ("(", False):
            index += 1
        part = []
        depth = 0
        index += 1
        is_constraint_seen = False
        while index < len(tokens):
            token = tokens[index]
            index += 1
            if token == ("(", False):
                depth += 1
            elif token == (")", False):
                depth -= 1
            if depth < 0 or (depth == 0 and token == (",", False)):
                is_constraint_seen = self._AddPart(part, is_constraint_seen)
                part = []
                if depth < 0:
                    break
            else:
                part.append(token)
        else:
            self._AddPart(part, is_constraint_seen)

        options = [text.upper() for text, is_quoted in tokens[index:] if not is_quoted]
        for first, second in zip(options, options[1:]):
            if first == "WITHOUT" and second == "ROWID":
                self.definition.without_rowid = True
        self._Finish()
        return self.definition

    def _AddPart(self, part, is_constraint_seen):
        """Adds what stands between two commas.

        Args:
          part (list[tuple[str, bool]]): tokens.
          is_constraint_seen (bool): True if a table constraint came before.

        Returns:
          bool: True if a table constraint was seen.
        """
        if not part:
            return is_constraint_seen
        text, is_quoted = part[0]
        if not is_quoted and text.upper() in _TABLE_CONSTRAINTS:
            self._AddTableConstraint(part)
            return True
        # Columns can not follow a table constraint.
        is_full = len(self.definition.columns) >= _MAXIMUM_COLUMNS
        if not is_constraint_seen and not is_full:
            self._AddColumn(part)
        return is_constraint_seen


def _SkipParentheses(tokens, index):
    """Skips what stands in parentheses.

    Args:
      tokens (list[tuple[str, bool]]): tokens.
      index (int): index of the opening parenthesis.

    Returns:
      int: index after the closing parenthesis, or the number of tokens.
    """
    depth = 0
    while index < len(tokens):
        text, is_quoted = tokens[index]
        index += 1
        if is_quoted:
            continue
        if text == "(":
            depth += 1
        elif text == ")":
            depth -= 1
            if depth <= 0:
                break
    return index


def ParseIndex(sql):
    """Reads a CREATE INDEX statement.

    Args:
      sql (str): statement.

    Returns:
      UniqueConstraint: indexed columns or None if the index is not unique, is partial
          or indexes an expression.
    """
    tokens = Tokenize(sql)
    words = [text.upper() for text, _ in tokens[:2]]
    if words != ["CREATE", "UNIQUE"]:
        return None
    index = 0
    while index < len(tokens) and tokens[index] != ("(", False):
        index += 1
    end_index = _SkipParentheses(tokens, index)
    if end_index < len(tokens):
        return None
    return ParseIndexedColumns(tokens[index + 1 : end_index - 1], False)


def ParseIndexedColumns(tokens, is_primary_key):
    """Reads the columns of an index or unique constraint.

    Args:
      tokens (list[tuple[str, bool]]): tokens between the parentheses.
      is_primary_key (bool): True for a PRIMARY KEY.

    Returns:
      UniqueConstraint: indexed columns.
    """
    names = []
    is_plain = True
    is_start = True
    for index, (text, is_quoted) in enumerate(tokens):
        word = "" if is_quoted else text.upper()
        if word == ",":
            is_start = True
        elif is_start:
            names.append(text.lower())
            is_start = False
        elif word == "COLLATE":
            following = tokens[index + 1 : index + 2]
            is_plain = (
                is_plain
                and following[0:1] != []
                and (following[0][0].upper() == "BINARY")
            )
        elif word in ("DESC", "("):
            is_plain = False
    return UniqueConstraint(names, is_primary_key, is_plain)


def ParseTable(sql):
    """Reads a CREATE TABLE statement.

    Args:
      sql (str): statement, of which as much is read as can be understood.

    Returns:
      TableDefinition: definition, without columns if there is nothing to read.
    """
    return _TableParser().Parse(Tokenize(sql))


def Tokenize(sql):
    """Splits a statement into tokens.

    Args:
      sql (str): statement.

    Returns:
      list[tuple[str, bool]]: per token its text without quotes and True if it was
          quoted. White space and comments are left out.
    """
    sql = sql[:MAXIMUM_STATEMENT_SIZE]
    tokens = []
    position = 0
    end = len(sql)
    while position < end:
        character = sql[position]
        if character.isspace():
            position += 1
        elif character in _CLOSING_QUOTES:
            text, position = _ReadQuoted(sql, position)
            tokens.append((text, True))
        elif character == "-" and sql.startswith("--", position):
            line_end = sql.find("\n", position)
            position = end if line_end < 0 else line_end + 1
        elif character == "/" and sql.startswith("/*", position):
            comment_end = sql.find("*/", position + 2)
            position = end if comment_end < 0 else comment_end + 2
        else:
            match = _WORD_RE.match(sql, position)
            text = match.group(0) if match else character
            tokens.append((text, False))
            position += len(text)
    return tokens


def _ReadQuoted(sql, position):
    """Reads a quoted name or string.

    Args:
      sql (str): statement.
      position (int): position of the opening quote.

    Returns:
      tuple[str, int]: text without quotes and the position after it.
    """
    closing_quote = _CLOSING_QUOTES[sql[position]]
    parts = []
    start = position + 1
    while True:
        end = sql.find(closing_quote, start)
        if end < 0:
            parts.append(sql[start:])
            return "".join(parts), len(sql)
        parts.append(sql[start:end])
        # A quote within is written twice, except for a bracket.
        if closing_quote == "]" or not sql.startswith(closing_quote, end + 1):
            return "".join(parts), end + 1
        parts.append(closing_quote)
        start = end + 2
