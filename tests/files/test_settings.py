"""Tests of what the readers of settings files have in common."""

import unittest

from dfdatetime import java_time as dfdatetime_java_time

from cursor_plaso.files import settings
from tests.files import test_lib

_PATH = "/home/ana/.cursor/settings.json"


class _TestReader(settings.SettingsFileReader):
    """Reader that hands on what it is told to produce."""

    KIND = "settings.json"

    def __init__(self, function):
        """Initializes a reader.

        Args:
          function (function): given the reader, the document, the file and the
              producer.
        """
        super().__init__()
        self._function = function

    # The names are those of the class that is tested.
    # pylint: disable=missing-function-docstring
    def ProduceList(self, *arguments, **options):
        self._ProduceList(*arguments, **options)

    def ProduceSetting(self, *arguments, **options):
        self._ProduceSetting(*arguments, **options)

    # pylint: enable=missing-function-docstring
    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        self._function(self, json_value, evidence_file, producer)


def _ReadSetting(value, path=_PATH, **options):
    """Reads a file that has one setting.

    Args:
      value (object): value of the setting.
      path (Optional[str]): path of the file.
      **options (dict[str, object]): further arguments.

    Returns:
      list[CursorPermissionSettingEventData]: event data.
    """
    producer = test_lib.CheckingProducer()
    _TestReader(
        lambda reader, json_value, evidence_file, producer: reader.ProduceSetting(
            "run mode", json_value["mode"], "a.mode", evidence_file, producer, **options
        )
    ).ReadFile(test_lib.MakeFile(path, {"mode": value}), producer)
    assert not producer.warnings
    return producer.event_data


def _ReadList(json_value, producer=None, **options):
    """Reads a file that has a list of settings.

    Args:
      json_value (dict[str, object]): document, whose list is named "allow".
      producer (Optional[CheckingProducer]): producer, where None makes a new one.
      **options (dict[str, object]): further arguments.

    Returns:
      tuple[list[tuple[str, str, str]], list[str]]: name, value and key per setting, and
          warnings.
    """
    producer = producer or test_lib.CheckingProducer()
    _TestReader(
        lambda reader, json_value, evidence_file, producer: reader.ProduceList(
            json_value, "allow", evidence_file, producer, **options
        )
    ).ReadFile(test_lib.MakeFile(_PATH, json_value), producer)
    return [
        (event_data.setting_name, event_data.setting_value, event_data.record_key)
        for event_data in producer.event_data
    ], producer.warnings


class ProduceSettingTest(unittest.TestCase):
    """Tests of the event of a setting."""

    def testFileTime(self):
        """A setting that has no time takes that of the file, and says so."""
        (event_data,) = _ReadSetting("Allowlist", details="with Sandbox")

        self.assertEqual(event_data.data_type, "cursor:permission:setting")
        self.assertEqual(event_data.evidence_source, "settings.json")
        self.assertEqual(event_data.record_key, "a.mode")
        self.assertEqual(
            test_lib.GetValues(event_data),
            {
                "modification_time": test_lib.FILE_TIME,
                "setting_details": "with Sandbox",
                "setting_name": "run mode",
                "setting_note": "time is that of the file",
                "setting_scope": "user",
                "setting_value": "Allowlist",
                "time_source": "file modification time",
            },
        )

    def testOwnTime(self):
        """The time that the document holds is the only one that is told."""
        (event_data,) = _ReadSetting(
            "Allowlist",
            recorded_time=dfdatetime_java_time.JavaTime(timestamp=1790000000000),
            time_source="trustedAt",
        )

        self.assertEqual(
            test_lib.GetValues(event_data),
            {
                "recorded_time": "2026-09-21T14:13:20.000+00:00",
                "setting_name": "run mode",
                "setting_scope": "user",
                "setting_value": "Allowlist",
                "time_source": "trustedAt",
            },
        )

    def testScope(self):
        """What a setting applies to is told by the path, unless the file tells it."""
        for path, options, scope, project_path in (
            (_PATH, {}, "user", None),
            ("/srv/proj/.cursor/settings.json", {}, "project", "/srv/proj"),
            (
                "/srv/proj/.cursor/settings.json",
                {"scope": "team"},
                "team",
                "/srv/proj",
            ),
            ("/home/ana/.cursor/managed/settings.json", {}, "managed", None),
        ):
            (event_data,) = _ReadSetting("Allowlist", path=path, **options)
            self.assertEqual(event_data.setting_scope, scope)
            self.assertEqual(event_data.project_path, project_path)

    def testValues(self):
        """Switches and numbers are shown as they stand in the document."""
        for value, text in (
            (True, "true"),
            (False, "false"),
            (0, "0"),
            (1.5, "1.5"),
            (["curl", "head"], '["curl","head"]'),
            ({"a": None}, '{"a":null}'),
        ):
            (event_data,) = _ReadSetting(value)
            self.assertEqual(event_data.setting_value, text)

    def testNoValue(self):
        """A setting that has no value is none."""
        for value in (None, ""):
            self.assertEqual(_ReadSetting(value), [])

    def testSecret(self):
        """A secret in a value is not shown."""
        (event_data,) = _ReadSetting("curl -H 'Authorization: Bearer s3cr3t' ex.test")

        self.assertNotIn("s3cr3t", event_data.setting_value)
        self.assertTrue(event_data.setting_value.startswith("curl "))


class ProduceListTest(unittest.TestCase):
    """Tests of the events of a list of settings."""

    def testList(self):
        """Each entry is a setting of its own, with its place in the list."""
        self.assertEqual(
            _ReadList({"allow": ["ls", "cat", "ls"]}),
            (
                [
                    ("allow", "ls", "allow[0]"),
                    ("allow", "cat", "allow[1]"),
                    ("allow", "ls", "allow[2]"),
                ],
                [],
            ),
        )

    def testNames(self):
        """The place of a list and the name of its settings can be given."""
        document = {"allow": ["ls"]}
        for options, expected_setting in (
            ({"key": "policy.allow"}, ("policy.allow", "ls", "policy.allow[0]")),
            ({"setting_name": "allowlist"}, ("allowlist", "ls", "allow[0]")),
            (
                {"key": "policy.allow", "setting_name": "allowlist"},
                ("allowlist", "ls", "policy.allow[0]"),
            ),
        ):
            self.assertEqual(_ReadList(document, **options), ([expected_setting], []))

    def testNoList(self):
        """A list that is missing is no fault, another value is."""
        for document in ({}, {"allow": None}, {"allow": []}):
            self.assertEqual(_ReadList(document), ([], []))
        for value in ("ls", 5, False, {"ls": True}):
            self.assertEqual(
                _ReadList({"allow": value}),
                ([], [f"settings.json {_PATH:s}: allow is not a list"]),
            )
        self.assertEqual(
            _ReadList({"allow": "s3cr3t"}, key="policy.allow"),
            ([], [f"settings.json {_PATH:s}: policy.allow is not a list"]),
        )

    def testOtherEntries(self):
        """An entry that is no text costs nothing but itself, and keeps its place."""
        self.assertEqual(
            _ReadList({"allow": ["ls", 5, None, {"a": "s3cr3t"}, "", "cat"]}),
            (
                [("allow", "ls", "allow[0]"), ("allow", "cat", "allow[5]")],
                [f"settings.json {_PATH:s}: 3 entries of allow are not text"],
            ),
        )

    def testManyEntries(self):
        """Of a list of more than ten thousand entries the first are read."""
        found, warnings = _ReadList({"allow": ["ls"] * 10001})

        self.assertEqual(len(found), 10000)
        self.assertEqual(found[-1], ("allow", "ls", "allow[9999]"))
        self.assertEqual(
            warnings,
            [
                f"settings.json {_PATH:s}: 10001 entries, only the first 10000 are "
                "read"
            ],
        )

    def testAbort(self):
        """Reading stops when it is told to."""
        producer = test_lib.CheckingProducer()
        producer.SignalAbort()

        self.assertEqual(_ReadList({"allow": ["ls"]}, producer=producer), ([], []))


if __name__ == "__main__":
    unittest.main()
