"""Tests of the reader of the projects of the Agents window."""

import unittest

from test_data.recipes import settings as settings_recipe
from tests.state import item_lib

_PROJECT = "0a000001-0000-4000-8000-000000000001"


class ProjectsReaderTest(unittest.TestCase):
    """Tests of the reader of the projects of the Agents window."""

    def testAgentProjects(self):
        """A project is told at its own times, with its agents, in any row order."""
        rows = [
            (
                "glass.cloudAgentProjects.v1",
                [
                    {
                        "id": _PROJECT,
                        "name": "owner/demo",
                        "createdAt": 1790020000000,
                        "lastUpdatedAt": 1790020060000,
                        "isArchived": True,
                        "workspace": {
                            "id": "w1",
                            "uri": {
                                "authority": "background-composer+bc-e1",
                                "path": "/home/ubuntu/demo",
                                "scheme": "vscode-remote",
                            },
                        },
                    }
                ],
            ),
            (
                "glass.cloudAgentProjectMembership.v1",
                {"bc-e1": _PROJECT, "bc-e2": _PROJECT, "bc-e3": "gone", "bc-e4": 5.5},
            ),
        ]
        for order in (1, -1):
            with self.subTest(order=order):
                producer = item_lib.ReadItems(*rows[::order])
                project = producer.event_data[0]

                self.assertEqual(producer.warnings, [])
                self.assertEqual(
                    item_lib.GetFacts(
                        project,
                        "workspace_kind",
                        "name",
                        "conversations",
                        "is_archived",
                        "workspace_identifier",
                        "location_uri",
                        "remote_authority",
                        "project_path",
                        "creation_time",
                        "update_time",
                        "modification_time",
                        "time_source",
                    ),
                    (
                        "cloud agent project",
                        "owner/demo",
                        "bc-e1, bc-e2",
                        True,
                        "w1",
                        "vscode-remote://background-composer+bc-e1/home/ubuntu/demo",
                        "background-composer+bc-e1",
                        "/home/ubuntu/demo",
                        "2026-09-21T19:46:40.000+00:00",
                        "2026-09-21T19:47:40.000+00:00",
                        None,
                        "createdAt, lastUpdatedAt",
                    ),
                )
                self.assertEqual(
                    [
                        item_lib.GetFacts(
                            event_data, "workspace_kind", "name", "conversations"
                        )
                        for event_data in producer.event_data[1:]
                    ],
                    [
                        ("unlisted cloud agent project", "gone", "bc-e3"),
                        ("unlisted cloud agent project", "5.5", "bc-e4"),
                    ],
                )

    def testRecipe(self):
        """The lists of the window give one event per project, pin and selection."""
        producer = item_lib.ReadItems(
            *settings_recipe.GetProjectRows("/home/ana/proj/demo"),
            *settings_recipe.GetCloudRows(),
        )

        self.assertEqual(producer.warnings, [])
        self.assertEqual(
            sorted(
                (
                    event_data.workspace_kind,
                    event_data.name or event_data.conversations or "",
                    item_lib.GetTime(
                        event_data.last_used_time or event_data.creation_time
                    ),
                )
                for event_data in producer.GetByDataType("cursor:workspace")
                if event_data.workspace_kind.endswith(
                    ("project", "agent", "agents", "conversations", "target")
                )
            ),
            [
                ("cloud agent project", "owner/demo", "2026-09-21T19:46:40.000+00:00"),
                ("last agent", "c1", None),
                ("local agent project", "demo", "2026-10-01T08:00:00.000+00:00"),
                ("pinned cloud agents", "bc-e1", None),
                ("pinned conversations", "c1", None),
                ("project", "demo", "2026-10-01T09:30:00.000+00:00"),
                ("project", "owner/demo", "2026-10-01T09:00:00.000+00:00"),
                ("recent cloud target", "", "2026-09-21T19:46:44.000+00:00"),
                ("selected agent", "bc-e1", None),
            ],
        )

    def testWindowProjects(self):
        """A project without a URI is told by its display path and repositories."""
        producer = item_lib.ReadItems(
            (
                "cursor/glass.removedProjects",
                [
                    {
                        "id": "workspace:w1",
                        "displayPath": "~/demo",
                        "repoUrls": ["https://ana:x1@github.com/owner/demo"],
                        "workspaceIdentifier": {"id": "w1"},
                    },
                    "workspace:w2",
                    7,
                    {"lastUsedAt": "soon"},
                ],
            )
        )

        self.assertEqual(
            [
                item_lib.GetFacts(
                    event_data,
                    "workspace_kind",
                    "workspace_identifier",
                    "project_path",
                    "repositories",
                    "modification_time",
                )
                for event_data in producer.event_data
            ],
            [
                (
                    "removed project",
                    "w1",
                    "~/demo",
                    "https://***@github.com/owner/demo",
                    item_lib.FILE_TIME,
                ),
                ("removed project", "workspace:w2", None, None, item_lib.FILE_TIME),
                ("removed project", None, None, None, item_lib.FILE_TIME),
            ],
        )
        self.assertEqual(producer.corrupted, [False, False, True])
        self.assertEqual(len(producer.warnings), 2)

    def testSelectedAgent(self):
        """The selected agent is joined to its conversation; a document is told."""
        producer = item_lib.ReadItems(
            ("cursor/glass.selectedAgent", "bc-e1"),
            ("cursor/glass.lastRealAgent", '{"id": "c1"}'),
        )

        self.assertEqual(
            [
                item_lib.GetFacts(
                    event_data, "workspace_kind", "conversation_identifier"
                )
                for event_data in producer.event_data
            ],
            [("selected agent", "bc-e1")],
        )
        self.assertEqual(len(producer.warnings), 1)

    def testAgentsOfPanesAndWindows(self):
        """A pane, and the windows, tell which agents they show."""
        producer = item_lib.ReadItems(
            (
                "glass.agentConversationPanes.c1",
                {
                    "activeTabId": "t1",
                    "tabAgentIds": {"t1": "c1", "t2": ["c2", "c1"]},
                    "version": 1,
                },
            ),
            ("glass.agentConversationPanes.c3", {"tabAgentIds": []}),
            ("backgroundComposer.windowBcMapping", {"1": ["bc-e1"], "2": []}),
        )

        self.assertEqual(
            [
                item_lib.GetFacts(event_data, "workspace_kind", "conversations")
                for event_data in producer.event_data
            ],
            [
                ("agents in a pane", "c1, c2"),
                ("cloud agents in windows", "bc-e1"),
            ],
        )
        self.assertEqual(producer.warnings, [])


if __name__ == "__main__":
    unittest.main()
