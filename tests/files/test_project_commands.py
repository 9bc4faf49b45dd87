"""Tests of the readers of environment.json and worktrees.json."""

import unittest

from tests import evidence
from tests.files import test_lib

_DIRECTORY = "/srv/proj/.cursor"

# The members of Cursor's schema of environment.json.
_ENVIRONMENT = {
    "name": "demo",
    "user": "ubuntu",
    "build": {"dockerfile": "Dockerfile", "context": ".."},
    "install": "npm ci",
    "start": f"API_TOKEN={evidence.SECRET_SENTINEL:s} docker compose up",
    "repositoryDependencies": ["github.com/acme/lib"],
    "ports": [{"name": "web", "port": 3000}],
    "terminals": [
        {"name": "dev", "command": "npm run dev", "description": "server"},
        {"command": "npm test"},
        "x",
    ],
}


class ProjectCommandsTest(unittest.TestCase):
    """Tests of the readers of environment.json and worktrees.json."""

    def testEnvironment(self):
        """Each command is an event, with the secrets in it masked."""
        records, producer = test_lib.ReadSettings(
            f"{_DIRECTORY:s}/environment.json", _ENVIRONMENT
        )

        self.assertEqual(
            records,
            [
                ("environment name", "demo", None),
                ("environment user", "ubuntu", None),
                ("environment install", "npm ci", None),
                ("environment start", "API_TOKEN=*** docker compose up", None),
                ("environment build.dockerfile", "Dockerfile", None),
                ("environment build.context", "..", None),
                ("environment repositoryDependencies", "github.com/acme/lib", None),
                ("environment terminal", "npm run dev", "name=dev"),
                ("environment terminal", "npm test", None),
            ],
        )
        self.assertEqual(
            {event_data.project_path for event_data in producer.event_data},
            {"/srv/proj"},
        )
        self.assertEqual(len(producer.warnings), 1)
        self.assertIn("a terminal is not a JSON object", producer.warnings[0])

    def testWorktrees(self):
        """Lists of commands and paths of scripts are read."""
        records, producer = test_lib.ReadSettings(
            f"{_DIRECTORY:s}/worktrees.json",
            {
                "setup-worktree": ["npm ci", "cp $ROOT_WORKTREE_PATH/.env .env"],
                "setup-worktree-unix": "setup.sh",
                "setup-worktree-windows": {"a": 1},
            },
        )

        self.assertEqual(
            records,
            [
                ("worktree setup-worktree", "npm ci", None),
                (
                    "worktree setup-worktree",
                    "cp $ROOT_WORKTREE_PATH/.env .env",
                    None,
                ),
                ("worktree setup-worktree-unix", "setup.sh", None),
            ],
        )
        self.assertEqual(len(producer.warnings), 1)

    def testForeign(self):
        """Files of the names that are not in the directory of Cursor are refused."""
        for path in (
            "/srv/proj/environment.json",
            "/srv/proj/.devcontainer/environment.json",
            "/srv/proj/worktrees.json",
        ):
            producer, is_known = test_lib.ReadFile(path, {"install": "x"})

            self.assertFalse(is_known)
            self.assertEqual(producer.event_data, [])


if __name__ == "__main__":
    unittest.main()
