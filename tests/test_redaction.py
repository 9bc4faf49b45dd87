"""Tests of the redaction of URLs and commands."""

import unittest

from cursor_plaso import redaction

_SECRET = "CURSOR-SECRET-SENTINEL"


class RedactionTest(unittest.TestCase):
    """Tests of the redaction of URLs and commands."""

    def testRedactURL(self):
        """A URL loses its user part and secret parameters, and nothing else."""
        for url, expected_url in (
            ("https://mcp.example.test/mcp", "https://mcp.example.test/mcp"),
            (
                "https://mcp.example.test/sse?project=demo&api_key=x1&v=2#part",
                "https://mcp.example.test/sse?project=demo&api_key=<redacted>&v=2#part",
            ),
            (
                "https://ana:x1@mcp.example.test/mcp",
                "https://<redacted>@mcp.example.test/mcp",
            ),
            ("github.com/owner/demo", "github.com/owner/demo"),
            (
                "https://a.test/?next=https://b.test/",
                "https://a.test/?next=https://b.test/",
            ),
            (
                "https://a.test/#access_token=x1",
                "https://a.test/#access_token=<redacted>",
            ),
            (
                "https://a.test/eyJhbGciOiJIUzI1.abc.d/mcp",
                "https://a.test/<redacted>/mcp",
            ),
            ("", ""),
        ):
            with self.subTest(url=url):
                self.assertEqual(redaction.RedactURL(url), expected_url)

    def testRedactCommand(self):
        """A command keeps its words but those that are secrets."""
        for command, arguments, expected_command in (
            ("npx", ["-y", "@acme/mcp@1.2"], "npx -y @acme/mcp@1.2"),
            ("npx -y acme", None, "npx -y acme"),
            (None, None, None),
            ("", [], None),
            ("uvx", "not a list", "uvx"),
            ("uvx", [1, None, {"a": "b"}, "srv"], "uvx srv"),
        ):
            with self.subTest(command=command, arguments=arguments):
                self.assertEqual(
                    redaction.RedactCommand(command, arguments), expected_command
                )

    def testRedactCommandSecrets(self):
        """No place of a command in which a secret stands lets it through."""
        for command, arguments in (
            ("srv", ["--api-key", _SECRET]),
            ("srv", [f"--api-key={_SECRET:s}"]),
            ("srv", ["--token", f"-{_SECRET:s}"]),
            ("srv", ["-H", f"Authorization: Bearer {_SECRET:s}"]),
            ("srv", ["--header", f"X-Api-Key:{_SECRET:s}"]),
            ("srv", [f"ACME_TOKEN={_SECRET:s}"]),
            ("srv", [f"ACME_TOKEN=https://{_SECRET:s}"]),
            ("srv", [f"https://ana:{_SECRET:s}@a.test/"]),
            ("srv", [f"--url=https://a.test/?key={_SECRET:s}"]),
            (f"srv --password {_SECRET:s}", None),
            (f"curl -H Authorization: Bearer {_SECRET:s}", None),
            (f"srv sk-{_SECRET:s}", None),
        ):
            with self.subTest(command=command, arguments=arguments):
                redacted_command = redaction.RedactCommand(command, arguments)

                self.assertNotIn(_SECRET, redacted_command)
                self.assertIn(redaction.REDACTED, redacted_command)

    def testRedactCommandKeepsFlags(self):
        """An option that names a secret but has no value costs no other option."""
        self.assertEqual(
            redaction.RedactCommand("srv", ["--auth", "--port", "80", "-y"]),
            "srv --auth --port 80 -y",
        )

    def testRedactText(self):
        """Well-known tokens in text are replaced."""
        self.assertEqual(
            redaction.RedactText("use ghp_0123456789abcdef, then go"),
            "use <redacted>, then go",
        )


if __name__ == "__main__":
    unittest.main()
