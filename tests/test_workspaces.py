"""Tests for the facts of workspaces and the map of conversations to projects."""

import os
import tempfile
import unittest

from cursor_plaso import producer
from cursor_plaso import workspaces

from tests import evidence
from tests import lib

KINDS_PATH = os.path.join(lib.TEST_DATA_PATH, "workspaces", "kinds")


def _MakeFileEntry(*segments):
    """Makes the file entry of a file.

    Args:
      segments (list[str]): segments of the path.

    Returns:
      dfvfs.FileEntry: file entry.
    """
    return lib.MakeFileEntry(lib.MakePathSpec(os.path.join(*segments)))


class GetWorkspaceFactsTest(unittest.TestCase):
    """Tests for the facts of a workspaceStorage directory."""

    def testGetWorkspaceFacts(self):
        """Every form of workspace.json gives the path as VS Code has it."""
        for kind, project_path, authority in (
            ("cloud_agent", "/home/ubuntu/demo", "background-composer+bc-e1"),
            ("code_workspace", "/home/ana/proj/two.code-workspace", None),
            ("code_workspace_old", "/home/ana/proj/old.code-workspace", None),
            ("folder_linux", "/home/ana/proj/demo", None),
            ("folder_macos", "/Users/ana/proj/d\u00e9mo", None),
            ("folder_unc", "\\\\server\\share\\demo", None),
            ("folder_windows", "c:\\Users\\ana\\proj\\demo", None),
            (
                "folder_windows_spaces",
                "c:\\Users\\ana\\My Projects\\c# app",
                None,
            ),
            ("remote_ssh", "/srv/app", "ssh-remote+buildhost"),
            ("remote_wsl", "/home/ana/proj/demo", "wsl+Ubuntu"),
        ):
            # Any file of the directory does.
            facts = workspaces.GetWorkspaceFacts(
                _MakeFileEntry(KINDS_PATH, kind, "workspace.json")
            )
            self.assertEqual(facts.project_path, project_path, kind)
            self.assertEqual(facts.authority, authority, kind)
            self.assertEqual(facts.identifier, kind)

    def testGetWorkspaceFactsOfOlderMember(self):
        """The older name of the member is read too."""
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "w1", "workspace.json")
            evidence.WriteFile(
                path, '{"configuration": "file:///srv/two.code-workspace"}'
            )
            facts = workspaces.GetWorkspaceFacts(_MakeFileEntry(path))
        self.assertEqual(facts.project_path, "/srv/two.code-workspace")

    def testGetWorkspaceFactsWithoutFolder(self):
        """A directory elsewhere without a folder is no workspace."""
        for kind in ("neither", "not_json", "odd"):
            self.assertIsNone(
                workspaces.GetWorkspaceFacts(
                    _MakeFileEntry(KINDS_PATH, kind, "workspace.json")
                ),
                kind,
            )
        self.assertIsNone(workspaces.GetWorkspaceFacts(None))

        # In workspaceStorage it is one: a quit removes the file of a cloud agent's.
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(
                directory, "workspaceStorage", "-3a879060", "state.vscdb"
            )
            evidence.WriteFile(path, b"")
            facts = workspaces.GetWorkspaceFacts(_MakeFileEntry(path))
        self.assertEqual(facts.identifier, "-3a879060")
        self.assertIsNone(facts.project_path)


class GetCloudAgentIdentifierTest(unittest.TestCase):
    """Tests for the cloud agent of an authority."""

    def testGetCloudAgentIdentifier(self):
        """Only the authority of a cloud agent names one."""
        for authority, expected in (
            ("background-composer+bc-e1", "bc-e1"),
            ("background-composer+", None),
            ("ssh-remote+bc-e1", None),
            (None, None),
        ):
            self.assertEqual(workspaces.GetCloudAgentIdentifier(authority), expected)


class GetConversationIdentifiersTest(unittest.TestCase):
    """Tests for the conversations of a value of composer.composerData."""

    def testGetConversationIdentifiers(self):
        """Heads and panes name conversations, each once."""
        self.assertEqual(
            workspaces.GetConversationIdentifiers(
                {
                    "allComposers": [{"composerId": "c1"}, {}, 5, {"composerId": "c2"}],
                    "selectedComposerId": "c2",
                    "selectedComposerIds": ["c3", None],
                    "lastFocusedComposerIds": "c1",
                }
            ),
            ["c1", "c2", "c3"],
        )
        self.assertEqual(workspaces.GetConversationIdentifiers({"allComposers": 5}), [])


class ProjectMapTest(unittest.TestCase):
    """Tests for the map of conversations to projects."""

    def setUp(self):
        """Makes a user data directory with a global database and workspaces."""
        temporary_directory = tempfile.TemporaryDirectory()
        self.addCleanup(temporary_directory.cleanup)
        self.path = os.path.join(temporary_directory.name, "User")
        self.global_path = os.path.join(self.path, "globalStorage", "state.vscdb")
        evidence.WriteFile(self.global_path, b"")
        for name, folder, identifiers in (
            ("w1", "file:///srv/proj", ["c1"]),
            # One project can have several directories.
            ("w2", "file:///srv/proj", ["c2"]),
            ("w3", "file:///c%3A/proj/web", ["c3", "c1"]),
            ("w4", None, ["c4"]),
        ):
            directory = os.path.join(self.path, "workspaceStorage", name)
            evidence.WriteStateDatabase(
                os.path.join(directory, "state.vscdb"),
                item_rows=[
                    ("other", "{}"),
                    (
                        "composer.composerData",
                        {"allComposers": [{"composerId": key} for key in identifiers]},
                    ),
                ],
            )
            if folder:
                evidence.WriteFile(
                    os.path.join(directory, "workspace.json"), {"folder": folder}
                )

    def testGetProjectPath(self):
        """A workspace answers for itself, its database for the rest."""
        project_map = workspaces.ProjectMap(_MakeFileEntry(self.global_path))
        self.assertEqual(project_map.GetProjectPath("x", "w3"), "c:\\proj\\web")
        self.assertEqual(project_map.GetProjectPath("c1"), "/srv/proj")
        self.assertEqual(project_map.GetProjectPath("c2", "gone"), "/srv/proj")
        self.assertEqual(project_map.GetProjectPath("c3", None), "c:\\proj\\web")
        self.assertIsNone(project_map.GetProjectPath("c4"))
        self.assertIsNone(project_map.GetProjectPath("c5", "w4"))

    def testGetProjectPathOfPane(self):
        """Since 3.0 the panes of a workspace name its conversations (bug report 14)."""
        directory = os.path.join(self.path, "workspaceStorage", "w5")
        prefix = "workbench.panel.composerChatViewPane."
        evidence.WriteStateDatabase(
            os.path.join(directory, "state.vscdb"),
            item_rows=[
                (
                    f"{prefix:s}0a000001-0000-4000-8000-000000000001",
                    {"workbench.panel.aichat.view.c6": {"collapsed": False}},
                ),
                (f"{prefix:s}0a000001-0000-4000-8000-000000000001.hidden", "[]"),
                (f"{prefix:s}2", "5"),
                (f"{prefix:s}3", '{"workbench.panel.aichat.view.": 1, "x": 2}'),
            ],
        )
        evidence.WriteFile(
            os.path.join(directory, "workspace.json"), {"folder": "file:///srv/pane"}
        )
        project_map = workspaces.ProjectMap(_MakeFileEntry(self.global_path))
        self.assertEqual(project_map.GetProjectPath("c6"), "/srv/pane")

    def testGetProjectPathOfProfile(self):
        """The database of a profile shares the workspaces."""
        path = os.path.join(
            self.path, "profiles", "-72b86097", "globalStorage", "state.vscdb"
        )
        evidence.WriteFile(path, b"")
        project_map = workspaces.ProjectMap(_MakeFileEntry(path))
        self.assertEqual(project_map.GetProjectPath("c2", None), "/srv/proj")

    def testGetProjectPathHostile(self):
        """A name that leads out of the directory, or a broken store, gives nothing."""
        evidence.WriteFile(
            os.path.join(self.path, "outside", "workspace.json"),
            {"folder": "file:///srv/outside"},
        )
        evidence.WriteFile(
            os.path.join(self.path, "workspaceStorage", "w2", "state.vscdb"),
            b"SQLite format 3\x00" + b"\xff" * 200,
        )
        evidence.WriteFile(
            os.path.join(self.path, "workspaceStorage", "w1", "workspace.json"), b"\xff"
        )
        collecting_producer = producer.CollectingProducer()
        project_map = workspaces.ProjectMap(
            _MakeFileEntry(self.global_path), collecting_producer
        )
        self.assertIsNone(project_map.GetProjectPath("x", "../outside"))
        self.assertIsNone(project_map.GetProjectPath("c2", "w1"))
        self.assertEqual(project_map.GetProjectPath("c1", "w1"), "c:\\proj\\web")
        self.assertEqual(collecting_producer.warnings, [])

        collecting_producer.SignalAbort()
        project_map = workspaces.ProjectMap(
            _MakeFileEntry(self.global_path), collecting_producer
        )
        self.assertIsNone(project_map.GetProjectPath("c1"))

    def testGetProjectPathWithoutFile(self):
        """Without a file there is no map."""
        self.assertIsNone(workspaces.ProjectMap(None).GetProjectPath("c1", "w1"))


if __name__ == "__main__":
    unittest.main()
