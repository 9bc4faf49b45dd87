"""Tests of the reader of plans."""

import unittest

from tests.files import test_lib

_PLAN = b"""---
name: Add subtract
overview: "Add a subtract function: and a test."
todos:
  - id: write
    content: Write subtract()
    status: completed
  - id: test
    content: Write its test
    status: pending
  - 5
isProject: false
---

# Add subtract
---
"""


class PlanTest(unittest.TestCase):
    """Tests of the reader of plans."""

    def testRead(self):
        """A plan has its overview, its text and its to-do items."""
        separator = "\n\n"
        path = "/home/ana/.cursor/plans/add_subtract_0a1b2c3d.plan.md"
        for content in (_PLAN, _PLAN.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + _PLAN):
            producer, is_known = test_lib.ReadFile(path, content)
            line_end = "\r\n" if b"\r" in content else "\n"

            self.assertTrue(is_known)
            self.assertEqual(producer.warnings, [])
            self.assertEqual(
                test_lib.GetValues(producer.event_data[0]),
                {
                    "file_path": path,
                    "message_body": (
                        f"Add a subtract function: and a test.{separator:s}"
                        f"# Add subtract{line_end:s}---"
                    ),
                    "message_body_preview": (
                        "Add a subtract function: and a test. # Add subtract ---"
                    ),
                    "modification_time": test_lib.FILE_TIME,
                    "name": "Add subtract",
                    "time_source": "file modification time",
                    "todos": "Write subtract() (completed), Write its test (pending)",
                },
            )

    def testProject(self):
        """A plan in a project is of the project; one elsewhere is read too."""
        producer, _ = test_lib.ReadFile("/srv/proj/.cursor/plans/a.plan.md", _PLAN)
        self.assertEqual(producer.event_data[0].project_path, "/srv/proj")

        producer, _ = test_lib.ReadFile("/srv/proj/docs/a.plan.md", _PLAN)
        self.assertIsNone(producer.event_data[0].project_path)
        self.assertEqual(producer.event_data[0].name, "Add subtract")

    def testValuesStayText(self):
        """What YAML would take for a date or a boolean stays as written."""
        producer, _ = test_lib.ReadFile(
            "/home/ana/.cursor/plans/a.plan.md",
            b"---\nname: 2026-13-45\noverview: yes\ntodos: []\n---\n",
        )
        event_data = producer.event_data[0]

        self.assertEqual(event_data.name, "2026-13-45")
        self.assertEqual(event_data.message_body, "yes")

    def testCut(self):
        """A front matter that has no end is told, where the path is one of Cursor."""
        for path, number_of_warnings in (
            ("/home/ana/.cursor/plans/a_01234567.plan.md", 1),
            ("/home/ana/docs/a.plan.md", 0),
        ):
            producer, is_known = test_lib.ReadFile(path, "---\nname: a\noverview: b\n")

            self.assertEqual(is_known, bool(number_of_warnings))
            self.assertEqual(producer.event_data, [])
            self.assertEqual(len(producer.warnings), number_of_warnings)

    def testDamaged(self):
        """A front matter that is not YAML is a warning, and its lines are read."""
        producer, _ = test_lib.ReadFile(
            "/home/ana/.cursor/plans/a.plan.md",
            b"---\nname: Fix: the\n  - bug\noverview: 'Do it\ntodos: [\n---\n",
        )

        self.assertEqual(producer.corrupted, [True])
        self.assertEqual(len(producer.warnings), 1)
        self.assertEqual(producer.event_data[0].name, "Fix: the")

    def testHostile(self):
        """Aliases and deep nesting take neither memory nor the reader down."""
        bomb = b"---\nname: a\noverview: b\na0: &a0 [x]\n" + b"".join(
            b"a%d: &a%d [*a%d,*a%d,*a%d,*a%d]\n" % (i, i, i - 1, i - 1, i - 1, i - 1)
            for i in range(1, 40)
        )
        for content in (
            bomb + b"todos: *a39\n---\n",
            b"---\nname: a\noverview: b\ntodos: " + b"[" * 50000 + b"\n---\n",
            b"---\nname: a\noverview: b\ntodos: !!python/name:os.sep a\n---\n",
        ):
            producer, is_known = test_lib.ReadFile(
                "/home/ana/.cursor/plans/a.plan.md", content
            )

            self.assertTrue(is_known)
            self.assertEqual(len(producer.event_data), 1)

    def testForeign(self):
        """A file of this suffix without such a front matter is refused in silence."""
        for content in (
            b"# Plan\n",
            b"---\ntitle: a\n---\n",
            b"---\nname: a\noverview: b\n",
            b"---\nname: a\noverview: b\n---\n",
            b"",
            b"\x00" * 100,
        ):
            with self.subTest(content=content):
                producer, is_known = test_lib.ReadFile("/srv/docs/a.plan.md", content)

                self.assertFalse(is_known)
                self.assertEqual(producer.event_data, [])
                self.assertEqual(producer.warnings, [])


if __name__ == "__main__":
    unittest.main()
