"""Conformance of all event data with formatters, timeliner and presets.

A new data type that lacks a formatter prints as a dump, one that lacks a timeliner
entry gives no event at all and no warning: these tests fail for either.
"""

import inspect
import os
import re
import unittest

from dfdatetime import interface as dfdatetime_interface
from dfdatetime import posix_time as dfdatetime_posix_time

from plaso.engine import yaml_timeliner_file
from plaso.formatters import yaml_formatters_file
from plaso.lib import definitions

from cursor_plaso import events
from tests import lib

_FORMATTERS_PATH = os.path.join(lib.PROJECT_PATH, "formatters")

# Descriptions of times that are ours: definitions.TIME_DESCRIPTION_* has no word for
# the time of a turn that stands for the time of one of its records.
_OWN_TIME_DESCRIPTIONS = frozenset(["Turn Start Time"])

# Names that plaso uses itself (style.md 3.2), of which an event data must have none.
_RESERVED_NAMES = frozenset(
    """body computer_name corrupted date datetime desc description displayname
    display_name event event_data event_datetime file file_entropy file_name host
    host_name log_line macb md5_hash message message_short parser path_spec recovered
    sha1_hash sha256_hash source source_long source_short sourcetype tag time timestamp
    timestamp_desc timezone type user user_name yara_match zone""".split()
)

# Attributes that no message shows: identifiers that join records, sizes and hashes of
# texts that were cut, and the provenance of the event.
_HIDDEN_ATTRIBUTES = frozenset(
    """after_checkpoint_identifier agent_location agent_mode arguments bubble_identifier changed_files
    checkpoint_identifier
    context_token_limit context_tokens_used context_usage duration evidence_source
    generation_identifier input_tokens message_identifier model_call_identifier
    model_parameters parent_request_identifier parent_tool_call_identifier
    root_conversation_identifier
    number_of_remnants output_tokens parent_conversation_identifier plans platform
    read_paths record_key recovery_completeness recovery_method recovery_places
    repositories request_identifier schema_version secondary_sources secret_present
    selected_model sequence_number
    subagent_type subtitle time_source time_zone todos tool_call_identifier tool_number
    turn_number usage_identifier username workspace_identifier working_directory project_path git_branch
    model conversation_title conversation_identifier""".split()
)

_TEXT_SUFFIXES = ("_sha256", "_size")

_ATTRIBUTE_RE = re.compile(r"{([a-z_0-9]+)")


def _GetAttributes(event_data):
    """Retrieves the attributes of event data.

    Args:
      event_data (CursorEventData): event data.

    Returns:
      list[str]: names of the attributes.
    """
    return [
        name
        for name in event_data.__dict__
        if name[0] != "_" and name not in ("data_type",)
    ]


class ConformanceTest(unittest.TestCase):
    """Tests of all data types at once."""

    # pylint: disable=protected-access

    @classmethod
    def setUpClass(cls):
        """Reads the definitions."""
        formatters_file = yaml_formatters_file.YAMLFormattersFile()
        cls.formatters = list(
            formatters_file.ReadFromFile(os.path.join(_FORMATTERS_PATH, "cursor.yaml"))
        )
        cls.formatter_per_data_type = {
            formatter.data_type: formatter for formatter in cls.formatters
        }
        timeliner_file = yaml_timeliner_file.YAMLTimelinerConfigurationFile()
        cls.timeliner_definitions = list(
            timeliner_file.ReadFromFile(
                os.path.join(_FORMATTERS_PATH, "timeliner.yaml")
            )
        )
        cls.classes = {
            event_data_class.DATA_TYPE: event_data_class
            for event_data_class in events.EVENT_DATA_CLASSES
        }

    def testDataTypes(self):
        """Each class has a data type of its own and is listed."""
        subclasses = set(events.CursorEventData.__subclasses__())

        self.assertEqual(subclasses, set(events.EVENT_DATA_CLASSES))
        self.assertEqual(len(self.classes), len(events.EVENT_DATA_CLASSES))
        for data_type in self.classes:
            self.assertRegex(data_type, r"\Acursor(:[a-z_]+)+\Z")

    def testOneFormatterEach(self):
        """Each data type has one formatter and no formatter is left over."""
        data_types = [formatter.data_type for formatter in self.formatters]

        self.assertEqual(sorted(self.classes), data_types)

    def testOneTimelinerEntryEach(self):
        """Each data type has one timeliner entry and no entry is left over."""
        data_types = [definition.data_type for definition in self.timeliner_definitions]

        self.assertEqual(sorted(self.classes), data_types)

    def testTimeAttributes(self):
        """Each time attribute is mapped to a standard description, and vice versa."""
        standard_descriptions = {
            value
            for name, value in vars(definitions).items()
            if name.startswith("TIME_DESCRIPTION_")
        }
        for definition in self.timeliner_definitions:
            event_data = self.classes[definition.data_type]()
            time_attributes = {
                name for name in _GetAttributes(event_data) if name.endswith("_time")
            }
            self.assertEqual(
                set(definition.attribute_mappings),
                time_attributes,
                definition.data_type,
            )
            for description in definition.attribute_mappings.values():
                self.assertIn(
                    description, standard_descriptions | _OWN_TIME_DESCRIPTIONS
                )

    def testMessagePieces(self):
        """Messages name attributes of the class, at most one a piece."""
        for data_type, formatter in self.formatter_per_data_type.items():
            attributes = set(_GetAttributes(self.classes[data_type]()))
            helper_outputs = {helper.output_attribute for helper in formatter.helpers}
            helper_inputs = {helper.input_attribute for helper in formatter.helpers}
            pieces = list(formatter._format_string_pieces)
            pieces.extend(formatter._format_string_short_pieces)
            self.assertEqual(helper_inputs - attributes, set(), data_type)
            for piece in pieces:
                names = set(_ATTRIBUTE_RE.findall(piece))
                self.assertLessEqual(len(names), 1, f"{data_type:s}: {piece:s}")
                self.assertEqual(
                    names - attributes - helper_outputs,
                    set(),
                    f"{data_type:s}: {piece}",
                )

    def testMessageWithoutAttributes(self):
        """A message says what its event is, whatever the store does not hold."""
        for data_type, formatter in self.formatter_per_data_type.items():
            # Their messages begin with an attribute that is always set.
            if data_type in ("cursor:account", "cursor:message", "cursor:workspace"):
                continue
            event_values = {"data_type": data_type}
            formatter.FormatEventValues(None, event_values)
            self.assertRegex(formatter.GetMessage(event_values), r"\A\w", data_type)
            self.assertRegex(
                formatter.GetMessageShort(event_values), r"\A\w", data_type
            )

    def testAttributesShown(self):
        """Each attribute is in the message or listed as hidden."""
        for data_type, formatter in self.formatter_per_data_type.items():
            shown = set()
            for piece in formatter._format_string_pieces:
                shown.update(_ATTRIBUTE_RE.findall(piece))
            for helper in formatter.helpers:
                if helper.output_attribute in shown:
                    shown.add(helper.input_attribute)
            for name in _GetAttributes(self.classes[data_type]()):
                if name.endswith("_time") or name in shown | _HIDDEN_ATTRIBUTES:
                    continue
                if name.endswith(_TEXT_SUFFIXES) or f"{name:s}_preview" in shown:
                    continue
                self.fail(f"{data_type:s} attribute {name:s} is never shown")

    def testNoReservedNames(self):
        """No attribute has a name that plaso uses itself."""
        for event_data_class in events.EVENT_DATA_CLASSES:
            names = set(_GetAttributes(event_data_class()))
            self.assertEqual(names & _RESERVED_NAMES, set(), event_data_class.DATA_TYPE)

    def testOneTypePerAttribute(self):
        """An attribute name has one type across all data types."""
        types = {}
        for event_data_class in (events.CursorEventData,) + events.EVENT_DATA_CLASSES:
            for name, type_name in _GetDocumentedAttributes(event_data_class):
                self.assertEqual(
                    types.setdefault(name, type_name), type_name, f"{name:s}"
                )

    def testDocumentedAttributes(self):
        """The docstrings list the attributes, sorted."""
        common = [name for name, _ in _GetDocumentedAttributes(events.CursorEventData)]
        self.assertEqual(common, sorted(common))
        for event_data_class in events.EVENT_DATA_CLASSES:
            documented = [
                name for name, _ in _GetDocumentedAttributes(event_data_class)
            ]
            self.assertEqual(documented, sorted(documented), event_data_class.DATA_TYPE)
            self.assertEqual(
                sorted(documented + common),
                sorted(_GetAttributes(event_data_class())),
                event_data_class.DATA_TYPE,
            )

    def testFormatting(self):
        """An instance with all attributes set formats, as does one with none."""
        for data_type, formatter in self.formatter_per_data_type.items():
            types = dict(_GetDocumentedAttributes(self.classes[data_type]))
            for is_set in (False, True):
                event_values = {"data_type": data_type}
                for name in _GetAttributes(self.classes[data_type]()):
                    value = None
                    if is_set:
                        value = {"bool": True, "int": 1}.get(types.get(name), "{x}")
                        if name.endswith("_time"):
                            value = dfdatetime_posix_time.PosixTimeInMilliseconds(
                                timestamp=1790000000000
                            )
                    event_values[name] = value
                formatter.FormatEventValues(None, event_values)
                message = formatter.GetMessage(event_values)
                short_message = formatter.GetMessageShort(event_values)
                if is_set:
                    self.assertTrue(message, data_type)
                    self.assertTrue(short_message, data_type)
                    self.assertLessEqual(len(short_message), 80)

    def testSources(self):
        """All data types share one short source."""
        for formatter in self.formatters:
            short_source, source = formatter.source_mapping
            self.assertEqual(short_source, "CURSOR")
            self.assertTrue(source.startswith("Cursor "))

    def testTimesAreDFDateTime(self):
        """The class of times in docstrings is the one of dfdatetime."""
        self.assertTrue(hasattr(dfdatetime_interface, "DateTimeValues"))


def _GetDocumentedAttributes(event_data_class):
    """Retrieves the attributes that a docstring documents.

    Args:
      event_data_class (type): class of event data.

    Returns:
      list[tuple[str, str]]: names and types in the order of the docstring.
    """
    # Python 3.13 has the docstring without its indentation already.
    documentation = inspect.cleandoc(event_data_class.__doc__)
    _, separator, text = documentation.partition("Attributes:")
    if not separator:
        return []
    return re.findall(r"^  ([a-z_0-9]+) \(([A-Za-z.\[\]]+)\):", text, re.MULTILINE)


if __name__ == "__main__":
    unittest.main()
