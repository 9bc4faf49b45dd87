"""Tests of the reader of recently used folders, files and repositories."""

import unittest

from cursor_plaso.state import recents
from test_data.recipes import settings as settings_recipe
from tests.state import item_lib


class RecentsReaderTest(unittest.TestCase):
    """Tests of the reader of recently used folders, files and repositories."""

    def testRecentPaths(self):
        """Each kind of entry is told, in the order of the list."""
        rows = dict(settings_recipe.GetProjectRows("/home/ana/proj/demo"))
        key = "history.recentlyOpenedPathsList"
        producer = item_lib.ReadItems((key, rows[key]))

        self.assertEqual(producer.warnings, [])
        self.assertEqual(
            [
                item_lib.GetFacts(
                    event_data,
                    "workspace_kind",
                    "project_path",
                    "location_uri",
                    "remote_authority",
                    "name",
                    "workspace_identifier",
                    "modification_time",
                )
                for event_data in producer.event_data
            ],
            [
                (
                    "recent folder",
                    "/home/ana/proj/demo",
                    "file:///home/ana/proj/demo",
                    None,
                    None,
                    None,
                    item_lib.FILE_TIME,
                ),
                (
                    "recent folder",
                    "/srv/app",
                    "vscode-remote://ssh-remote%2Bbuildhost/srv/app",
                    "ssh-remote+buildhost",
                    "app [SSH: buildhost]",
                    None,
                    item_lib.FILE_TIME,
                ),
                (
                    "recent file",
                    None,
                    "file:///home/ana/proj/demo/calc.py",
                    None,
                    None,
                    None,
                    item_lib.FILE_TIME,
                ),
                (
                    "recent workspace",
                    None,
                    "file:///home/ana/proj/demo/demo.code-workspace",
                    None,
                    None,
                    "abc",
                    item_lib.FILE_TIME,
                ),
            ],
        )

    def testMetadata(self):
        """Metadata of a workspace is told from a list and from an object."""
        entry = {
            "workspaceId": "0123456789abcdef0123456789abcdef",
            "paths": [{"uri": {"fsPath": "c:\\Users\\ana\\demo", "scheme": "file"}}],
            "trackedGitRepos": [
                {
                    "repoPath": "c:\\Users\\ana\\demo",
                    "repoUrl": "https://ana:x1@github.com/owner/demo",
                },
                {"repoPath": "c:\\Users\\ana\\other"},
            ],
            "lastUsedAt": 1790848800000,
        }
        for value in ([entry], {"entries": [entry]}):
            with self.subTest(value=value):
                producer = item_lib.ReadItems(("workspaceMetadata.entries", value))

                self.assertEqual(producer.warnings, [])
                self.assertEqual(
                    item_lib.GetFacts(
                        producer.event_data[0],
                        "workspace_kind",
                        "workspace_identifier",
                        "project_path",
                        "repositories",
                        "last_used_time",
                        "modification_time",
                        "time_source",
                    ),
                    (
                        "workspace metadata",
                        "0123456789abcdef0123456789abcdef",
                        "c:\\Users\\ana\\demo",
                        "c:\\Users\\ana\\demo (https://***@github.com/owner/demo), "
                        "c:\\Users\\ana\\other",
                        "2026-10-01T10:00:00.000+00:00",
                        None,
                        "lastUsedAt",
                    ),
                )

    def testTracker(self):
        """A tracked repository is told at the time of its last access."""
        producer = item_lib.ReadItems(
            (
                "repositoryTracker.paths",
                {
                    "github.com/owner/demo": {
                        "localPath": "file:///srv/proj",
                        "lastAccessed": 1790848800000,
                    },
                    "github.com/owner/web": "/srv/web",
                    "github.com/owner/bad": 5,
                },
            )
        )

        self.assertEqual(
            [
                item_lib.GetFacts(
                    event_data,
                    "repositories",
                    "project_path",
                    "last_used_time",
                    "modification_time",
                )
                for event_data in producer.event_data
            ],
            [
                (
                    "github.com/owner/demo",
                    "/srv/proj",
                    "2026-10-01T10:00:00.000+00:00",
                    None,
                ),
                ("github.com/owner/web", "/srv/web", None, item_lib.FILE_TIME),
            ],
        )
        self.assertEqual(len(producer.warnings), 1)

    def testBranches(self):
        """Branches are told with the repository that the key names."""
        producer = item_lib.ReadItems(
            ("glass.localRepoBranchRecency./srv/proj", ["main", "feature"]),
            (
                "glass.cloudRepoBranches.auth0|user_01.github.com%2Fowner%2Fdemo",
                {
                    "branches": [{"isDefault": True, "name": "main"}, {"name": "dev"}],
                    "fetchedAtMs": 1790020010000,
                },
            ),
            (
                "glass.cloudRepoBranchRecency.auth0|user_01.github.com%2Fowner%2Fdemo",
                [{"name": "main", "selectedAtMs": 1790020005000}, {}, None],
            ),
        )

        self.assertEqual(
            [
                item_lib.GetFacts(
                    event_data,
                    "workspace_kind",
                    "project_path",
                    "branches",
                    "git_branch",
                    "update_time",
                    "last_used_time",
                    "modification_time",
                )
                for event_data in producer.event_data
            ],
            [
                (
                    "local repository branches",
                    "/srv/proj",
                    "main, feature",
                    None,
                    None,
                    None,
                    item_lib.FILE_TIME,
                ),
                (
                    "cloud repository branches",
                    "github.com/owner/demo",
                    "main, dev",
                    None,
                    "2026-09-21T19:46:50.000+00:00",
                    None,
                    None,
                ),
                (
                    "cloud repository branch selected",
                    "github.com/owner/demo",
                    None,
                    "main",
                    None,
                    "2026-09-21T19:46:45.000+00:00",
                    None,
                ),
                (
                    "cloud repository branch selected",
                    "github.com/owner/demo",
                    None,
                    None,
                    None,
                    None,
                    item_lib.FILE_TIME,
                ),
            ],
        )
        self.assertEqual(producer.corrupted, [False, False, False, True])
        self.assertEqual(len(producer.warnings), 1)

    def testGitHubExtension(self):
        """The repositories the GitHub extension knows are told by their path."""
        producer = item_lib.ReadItems(
            (
                "vscode.github",
                {
                    "branchProtection:file:///c%3A/Users/ana/demo": [],
                    "other": {"a": 1},
                },
            )
        )

        self.assertEqual(
            [
                item_lib.GetFacts(event_data, "workspace_kind", "project_path")
                for event_data in producer.event_data
            ],
            [("git repository", "c:\\Users\\ana\\demo")],
        )

    def testGetRepository(self):
        """The account before the repository may be an identifier or an address."""
        for text, expected_repository in (
            ("auth0|user_01.github.com%2Fowner%2Fdemo", "github.com/owner/demo"),
            ("auth0%7Cuser_01.gitlab.com%2Fa%2Fb", "gitlab.com/a/b"),
            ("ana@example.test.github.com%2Fowner%2Fdemo", "github.com/owner/demo"),
            (
                "auth0|user_01.origin.cursor.com%2Fgit%2Fspace%2Ftmp-00",
                "origin.cursor.com/git/space/tmp-00",
            ),
            ("auth0|user_01.git.acme.test%2Fa%2Fb", "git.acme.test/a/b"),
            ("noaccount", "noaccount"),
            ("", None),
        ):
            with self.subTest(text=text):
                self.assertEqual(recents.GetRepository(text), expected_repository)


if __name__ == "__main__":
    unittest.main()
