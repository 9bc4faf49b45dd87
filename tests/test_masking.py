"""Tests of the masking of secrets in commands and URLs."""

import unittest

from cursor_plaso import masking
from tests import evidence

_SECRET = evidence.SECRET_SENTINEL


class MaskingTest(unittest.TestCase):
    """Tests of the masking of secrets in commands and URLs."""

    def testMaskURL(self):
        """A URL loses its user part, secret parameters and keys, and nothing else."""
        for url, expected_url in (
            ("https://mcp.example.test/mcp", "https://mcp.example.test/mcp"),
            (
                "https://mcp.example.test/sse?project=demo&api_key=x1&v=2",
                "https://mcp.example.test/sse?project=demo&api_key=***&v=2",
            ),
            ("https://ana:x1@mcp.example.test/mcp", "https://***@mcp.example.test/mcp"),
            ("https://a.test/#access_token=x1", "https://a.test/#***"),
            ("https://a.test/eyJhbGciOiJIUzI1.abc.d/mcp", "https://a.test/***/mcp"),
            (
                "https://mcp.example.test/s/NzA4ZTU0YjktOGE3Ni00/mcp",
                "https://mcp.example.test/s/***/mcp",
            ),
            (
                "cursor://anysphere.cursor-mcp/oauth/callback?state=a&code=b",
                "cursor://anysphere.cursor-mcp/oauth/callback?state=***&code=***",
            ),
            ("github.com/owner/demo", "github.com/owner/demo"),
            ("", ""),
        ):
            with self.subTest(url=url):
                self.assertEqual(masking.MaskURL(url), expected_url)

    def testMaskCommand(self):
        """A command keeps its words but those that are secrets."""
        for command, arguments, expected_command in (
            ("npx", ["-y", "@acme/mcp@1.2"], "npx -y @acme/mcp@1.2"),
            ("npx -y acme", None, "npx -y acme"),
            ("npx", ["a b"], "npx 'a b'"),
            (None, None, None),
            (None, ["x"], None),
            ("", [], None),
            ("uvx", [1, None, {"a": "b"}, "srv"], "uvx 1 srv"),
            ("srv", ["--auth", "--port", "80", "-y"], "srv --auth --port 80 -y"),
            ("srv", ["--token", "${env:TOKEN}"], "srv --token ${env:TOKEN}"),
            ("docker", ["run", "-e", "TOKEN", "img"], "docker run -e TOKEN img"),
        ):
            with self.subTest(command=command, arguments=arguments):
                self.assertEqual(
                    masking.MaskCommand(command, arguments), expected_command
                )

    def testMaskCommandSecrets(self):
        """No place of a command in which a secret stands lets it through."""
        for command, arguments in (
            ("srv", ["--api-key", _SECRET]),
            ("srv", ["--api-key", f"{_SECRET:s} more"]),
            ("srv", [f"--api-key={_SECRET:s}"]),
            ("srv", ["--token", f"-{_SECRET:s}"]),
            ("srv", ["-H", f"Authorization: Bearer {_SECRET:s}"]),
            ("srv", ["--header", f"X-Acme:{_SECRET:s}"]),
            ("srv", [f"ACME_TOKEN={_SECRET:s}"]),
            ("srv", [f"https://ana:{_SECRET:s}@a.test/"]),
            ("srv", [f"--url=https://a.test/?key={_SECRET:s}"]),
            ("srv", ["--config", f'{{"apiKey": "{_SECRET:s}"}}']),
            ("docker", ["run", "-e", f"ACME={_SECRET:s} {_SECRET:s}"]),
            (f"docker run --env ACME={_SECRET:s} img", None),
            (f"docker run --env 'ACME=a {_SECRET:s}' img", None),
            (f"srv --password {_SECRET:s}", None),
            (f"srv --password -{_SECRET:s}", None),
            (f'curl -H "X-Acme: {_SECRET:s}" https://a.test', None),
            (f"curl -H Authorization: Bearer {_SECRET:s}", None),
            (f"curl -u ana:{_SECRET:s} https://a.test", None),
            (f"Shell(export ACME_SECRET='{_SECRET:s} x')", None),
            (f"psql postgresql://ana:{_SECRET:s}@db.test/demo", None),
            (f"srv sk-{_SECRET:s}", None),
            (f"Shell(SSH_KEY={_SECRET:s} srv)", None),
            (f"MY_PAT={_SECRET:s} srv --my-auth {_SECRET:s}", None),
        ):
            with self.subTest(command=command, arguments=arguments):
                masked_command = masking.MaskCommand(command, arguments)

                self.assertNotIn(_SECRET, masked_command)
                self.assertIn(masking.MASK, masked_command)

    def testMaskTextKeepsEvidence(self):
        """Text without a secret stays as it is."""
        for text in (
            "Shell(python3)",
            "Shell(git push:*)",
            "Read(src/**/*.ts)",
            "Mcp(server-name, tool-name)",
            "WebFetch(domain:docs.example.test)",
            "node /srv/token-server/index.js",
            "pip install key-value-store-client",
            "./hooks/audit-2026-10-01-command-version.sh",
            "12345678-1234-1234-1234-123456789abc",
            "API_KEY=${env:API_KEY} run",
            "monkey=5 author=ana pattern=a",
        ):
            with self.subTest(text=text):
                self.assertEqual(masking.MaskText(text), text)

    def testMaskTextPasswords(self):
        """The options of some programs give a password, those of others do not."""
        for text, expected_text in (
            ("sshpass -p x1 ssh host", "sshpass -p *** ssh host"),
            ("sshpass -px1 ssh host", "sshpass -p*** ssh host"),
            ("mysql -u root -px1 db", "mysql -u root -p*** db"),
            ("mysqldump -h h -p'x 1' db", "mysqldump -h h -p*** db"),
            ("Shell(mysql -uroot -px1)", "Shell(mysql -uroot -p***)"),
            ("redis-cli -h h -a x1 GET a", "redis-cli -h h -a *** GET a"),
            ("docker login -u ana -p x1", "docker login -u ana -p ***"),
            ("mysql -u root -p db", "mysql -u root -p db"),
            ("docker run -p 80:80 web", "docker run -p 80:80 web"),
            ("mkdir -p a/b && ls -a c", "mkdir -p a/b && ls -a c"),
        ):
            with self.subTest(text=text):
                self.assertEqual(masking.MaskText(text), expected_text)

    def testMaskTextTokens(self):
        """Tokens that are known by their look are replaced."""
        self.assertEqual(
            masking.MaskText("use ghp_0123456789abcdef, then AKIAABCDEFGHIJKL1234"),
            "use ***, then ***",
        )
        self.assertEqual(masking.MaskText("af3e4c5d6b7a8f9e0d1c2b3a4f5e6d7c"), "***")

    def testMaskTextIsBounded(self):
        """Text is cut before it is looked at, and says so."""
        text = masking.MaskText("a " * 100000)

        self.assertEqual(len(text), 8192 + 3)
        self.assertTrue(text.endswith("a ..."))
        self.assertEqual(len(masking.MaskText("a " * 4096)), 8192)

    def testMaskTextThatIsCutThroughAToken(self):
        """Of a token that the limit cuts through nothing is left."""
        token = "ghp_0123456789abcdefghij0123456789abcdef"
        for function in (
            masking.MaskText,
            lambda text: masking.MaskCommand("run", [text]),
        ):
            for length in range(8192 - 60, 8192):
                text = function("a" * 500 + " " * (length - 500) + token + " x" * 40)
                self.assertNotRegex(text, "gh|01|ab|ij|ef")


if __name__ == "__main__":
    unittest.main()
