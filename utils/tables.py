"""Tables of the documentation: data types and stores.

What the tables say of the data types comes from cursor_plaso/events.py and the YAML of
formatters/, what they say of the stores from docs/stores.yaml, and which parser makes
which data type of which store from what the parsers make of the test data.
"""

import inspect
import os
import re

import yaml

from cursor_plaso import events
from tests import lib

_ATTRIBUTE_RE = re.compile(r"^  ([a-z_0-9]+) \(([A-Za-z.\[\]]+)\): ", re.MULTILINE)

_PLATFORMS = (
    ("macos", "macOS"),
    ("linux", "Linux"),
    ("windows", "Windows"),
    ("remote", "remote host"),
)

_TIME_TYPE = "dfdatetime.DateTimeValues"

STORES_PATH = os.path.join(lib.PROJECT_PATH, "docs", "stores.yaml")


class StoreCatalogue:
    """Catalogue of the stores of Cursor.

    Attributes:
      directories (list[dict[str, str]]): directories that differ per platform.
      not_read (list[dict[str, object]]): stores that no parser reads, with the reason.
      stores (list[dict[str, object]]): stores that are read.
    """

    def __init__(self):
        """Reads the catalogue."""
        super().__init__()
        with open(STORES_PATH, "r", encoding="utf-8") as file_object:
            catalogue = yaml.safe_load(file_object)
        self.directories = catalogue["directories"]
        self.not_read = catalogue["not_read"]
        self.stores = catalogue["stores"]

    def GetStore(self, path):
        """Determines the store that a file of the test data is of.

        Args:
          path (str): path relative to the test data.

        Returns:
          dict[str, object]: store or None if there is none.
        """
        lower_path = path.lower()
        for store in self.stores:
            if any(re.search(pattern, lower_path) for pattern in store["files"]):
                return store
        return None

    def GetObservationsPerStore(self, observations):
        """Sorts observations by store.

        Args:
          observations (set[Observation]): observations.

        Returns:
          dict[str, list[Observation]]: observations per name of the store.

        Raises:
          ValueError: if a file is of no store.
        """
        observations_per_store = {store["name"]: [] for store in self.stores}
        for observation in sorted(observations):
            store = self.GetStore(observation.path)
            if not store:
                raise ValueError(f"Of no store: {observation.path:s}")
            observations_per_store[store["name"]].append(observation)
        return observations_per_store


def _GetDocumentation(event_data_class):
    """Retrieves what the docstring of a class of event data says.

    Args:
      event_data_class (type): class of event data.

    Returns:
      tuple[str, list[tuple[str, str, str]]]: description, and per attribute its name,
          type and meaning.
    """
    # Python 3.13 has the docstring without its indentation already.
    documentation = inspect.cleandoc(event_data_class.__doc__)
    description, _, text = documentation.partition("Attributes:")
    parts = _ATTRIBUTE_RE.split(text)
    attributes = [
        (name, type_name, " ".join(meaning.split()))
        for name, type_name, meaning in zip(parts[1::3], parts[2::3], parts[3::3])
    ]
    return " ".join(description.split()), attributes


def _MakeTable(columns, rows):
    """Makes a table.

    Args:
      columns (list[str]): names of the columns.
      rows (list[list[str]]): cells per row.

    Returns:
      list[str]: lines.
    """
    lines = [f"| {' | '.join(columns):s} |", f"|{'---|' * len(columns):s}"]
    for row in rows:
        cells = " | ".join(cell.replace("|", "\\|") for cell in row)
        lines.append(f"| {cells:s} |")
    return lines


def _ListCode(names):
    """Lists names.

    Args:
      names (list[str]): names.

    Returns:
      str: names as code, sorted and separated by commas.
    """
    return ", ".join(f"`{name:s}`" for name in sorted(set(names)) if name)


def _ReadTimeDescriptions():
    """Reads what the times of the data types are called.

    Returns:
      dict[str, dict[str, str]]: description per attribute, per data type.
    """
    path = os.path.join(lib.PROJECT_PATH, "formatters", "timeliner.yaml")
    with open(path, "r", encoding="utf-8") as file_object:
        return {
            definition["data_type"]: {
                mapping["name"]: mapping["description"]
                for mapping in definition["attribute_mappings"]
            }
            for definition in yaml.safe_load_all(file_object)
        }


def _MakeAttributeTable(attributes):
    """Makes the table of the attributes that are no times.

    Args:
      attributes (list[tuple[str, str, str]]): name, type and meaning per attribute.

    Returns:
      list[str]: lines.
    """
    return _MakeTable(
        ["attribute", "type", "meaning"],
        [
            [f"`{name:s}`", type_name, meaning]
            for name, type_name, meaning in attributes
            if type_name != _TIME_TYPE
        ],
    )


def MakeDataTypes(observations):
    """Makes the description of all data types.

    Args:
      observations (set[Observation]): what the parsers make of the test data.

    Returns:
      str: Markdown.
    """
    time_descriptions = _ReadTimeDescriptions()
    classes = sorted(
        events.EVENT_DATA_CLASSES,
        key=lambda event_data_class: event_data_class.DATA_TYPE,
    )

    rows = []
    sections = []
    for event_data_class in classes:
        data_type = event_data_class.DATA_TYPE
        description, attributes = _GetDocumentation(event_data_class)
        descriptions = time_descriptions.get(data_type, {})
        parsers = [
            observation.parser
            for observation in observations
            if observation.data_type == data_type
        ]
        anchor = data_type.replace(":", "")
        rows.append(
            [
                f"[`{data_type:s}`](#{anchor:s})",
                description.removeprefix("Cursor ").rstrip("."),
                ", ".join(sorted(set(descriptions.values()))) or "none",
                _ListCode(parsers),
            ]
        )

        sections.extend(["", f"## {data_type:s}", "", description, ""])
        if descriptions:
            sections.extend(
                _MakeTable(
                    ["time", "description of the event", "meaning"],
                    [
                        [f"`{name:s}`", descriptions[name], meaning]
                        for name, type_name, meaning in attributes
                        if type_name == _TIME_TYPE
                    ],
                )
            )
        else:
            sections.append('No time: the event stands at "Not a time".')
        if any(type_name != _TIME_TYPE for _, type_name, _ in attributes):
            sections.append("")
            sections.extend(_MakeAttributeTable(attributes))

        sources = {}
        for observation in observations:
            if observation.data_type == data_type:
                sources.setdefault(observation.parser, []).append(
                    observation.evidence_source
                )
        if sources:
            sections.append("")
            sections.extend(
                _MakeTable(
                    ["parser", "`evidence_source`"],
                    [
                        [f"`{parser:s}`", _ListCode(names)]
                        for parser, names in sorted(sources.items())
                    ],
                )
            )

    _, common_attributes = _GetDocumentation(events.CursorEventData)
    lines = _MakeTable(["data type", "one per", "times", "parsers"], rows)
    lines.extend(["", "## Attributes of all data types", ""])
    lines.extend(_MakeAttributeTable(common_attributes))
    return "\n".join(lines + sections) + "\n"


def _MakeDirectoryTable(catalogue):
    """Makes the table of the directories that differ per platform.

    Args:
      catalogue (StoreCatalogue): catalogue of the stores.

    Returns:
      list[str]: lines.
    """
    return _MakeTable(
        ["directory"] + [name for _, name in _PLATFORMS],
        [
            [f"`{directory['name']:s}`"]
            + [directory[platform] for platform, _ in _PLATFORMS]
            for directory in catalogue.directories
        ],
    )


def _MakeNotReadTable(catalogue):
    """Makes the table of the stores that no parser reads.

    Args:
      catalogue (StoreCatalogue): catalogue of the stores.

    Returns:
      list[str]: lines.
    """
    return _MakeTable(
        ["not read", "where", "why"],
        [
            [
                store["name"],
                "<br>".join(f"`{path:s}`" for path in store["paths"]),
                store["reason"],
            ]
            for store in catalogue.not_read
        ],
    )


def MakeStores(observations):
    """Makes the table of the stores for README.md.

    Args:
      observations (set[Observation]): what the parsers make of the test data.

    Returns:
      str: Markdown.
    """
    catalogue = StoreCatalogue()
    observations_per_store = catalogue.GetObservationsPerStore(observations)
    lines = _MakeDirectoryTable(catalogue)
    lines.append("")
    lines.extend(
        _MakeTable(
            ["store", "where", "parsers", "data types"],
            [
                [
                    store["name"],
                    "<br>".join(f"`{path:s}`" for path in store["paths"]),
                    _ListCode(
                        observation.parser
                        for observation in observations_per_store[store["name"]]
                    ),
                    _ListCode(
                        observation.data_type
                        for observation in observations_per_store[store["name"]]
                    ),
                ]
                for store in catalogue.stores
            ],
        )
    )
    lines.append("")
    lines.extend(_MakeNotReadTable(catalogue))
    return "\n".join(lines) + "\n"


def MakeArtifacts(observations):
    """Makes the catalogue of the stores for artifacts.md.

    Args:
      observations (set[Observation]): what the parsers make of the test data.

    Returns:
      str: Markdown.
    """
    catalogue = StoreCatalogue()
    observations_per_store = catalogue.GetObservationsPerStore(observations)
    lines = _MakeDirectoryTable(catalogue)
    for store in catalogue.stores:
        store_observations = observations_per_store[store["name"]]
        lines.extend(["", f"## {store['name']:s}", "", store["holds"], ""])
        lines.extend(f"- `{path:s}`" for path in store["paths"])
        data_types = _ListCode(item.data_type for item in store_observations)
        names = _ListCode(item.evidence_source for item in store_observations)
        lines.extend(
            [
                "",
                f"Versions seen: {store['versions']:s}",
                "",
                f"Parsers: {_ListCode(item.parser for item in store_observations):s}",
                "",
                f"Data types: {data_types:s}",
                "",
                f"Kinds of record: {names:s}",
            ]
        )
        references = [
            (
                f"<{reference:s}>"
                if reference.startswith("https://")
                else f"[{reference:s}]({reference:s})"
            )
            for reference in store.get("references", [])
        ]
        if references:
            lines.extend(["", f"References: {', '.join(references):s}"])

    lines.extend(["", "## What is not read", ""])
    lines.extend(_MakeNotReadTable(catalogue))
    return "\n".join(lines) + "\n"
