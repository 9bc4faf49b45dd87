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

    def testMaskTextPlaces(self):
        """A plain word is masked where its place or its name tells what it is."""
        for text in (
            # What no name before the value tells, but its position does.
            "curl -HX-Acme:{} https://a.test",
            "curl '-HX-Acme: {}' https://a.test",
            "curl -uana:{} https://a.test",
            "curl -u 'ana:{}' https://a.test",
            "curl --proxy-user=ana:{} https://a.test",
            "curl -b sid={} https://a.test",
            "curl -H 'Authorization: Negotiate {}'",
            "Authorization: Negotiate {}",
            "Cookie: a=1; sid={}",
            "gh auth login --with-token <<< {}",
            "npm config set //registry.test/:_authToken {}",
            "aws configure set aws_secret_access_key {}",
            "setx ACME_TOKEN {}",
            "set -x ACME_TOKEN {}",
            "-----BEGIN RSA PRIVATE KEY-----\n{}\n-----END RSA PRIVATE KEY-----",
            "-----BEGIN PRIVATE KEY----- {}",
            # Names.
            "DB_PASS={}",
            "--PASS {}",
            "userPass={}",
            "--pw={}",
            "--otp {}",
            "bcKey={}",
            "openAIKey: {}",
            "TOKEN := {}",
            "'token' => '{}'",
            "$env:ACME_TOKEN = '{}'",
            "password%3D{}",
            # Quotes, of which the end may be missing, and escaped ones.
            '--password "{} b',
            "--password '{} b",
            'run --data \'{{\\"password\\":\\"{}\\"}}\'',
            '{{\\\\\\"token\\\\\\": \\\\\\"{}\\\\\\"',
            '{{"blobEncryptionKey":"{}',
            'token: ["{}"]',
            "--password '${}x'",
            # Addresses, also encoded, in JSON, and with signs that end a host.
            "ana:{}@a.test/x",
            "//ana:{}@a.test/x",
            "https:ana:{}@a.test/x",
            "https:\\/\\/ana:{}@a.test",
            "https%3A%2F%2Fana%3A{}%40a.test",
            "https%3A%2F%2F{}%40a.test",
            "https://ana:{}/x@a.test/",
            "https://ana:{}#x@a.test/",
            "https://ana:x?{}@a.test/",
            "https://{}@a.test/",
            "https://a.test/x;jsessionid={}",
            # JSON.
            '{{"auth":{{"user":"ana","pass":"{}"}}}}',
            '{{"tokens":["{}"]}}',
            '{{"headers":{{"X-Acme":"{}"}}}}',
            '{{"env":{{"ACME":"{}"}}}}',
            '[{{"name":"API_KEY","value":"{}"}}]',
            '{{"args":["--token","{}"]}}',
            '{{"a":"{{\\"password\\":\\"{}\\"}}"}}',
        ):
            with self.subTest(text=text):
                masked_text = masking.MaskText(text.format("fakeword"))

                self.assertNotIn("fakeword", masked_text)
                self.assertIn(masking.MASK, masked_text)

    def testMaskTextKeepsMoreEvidence(self):
        """What only resembles a secret or an address with one stays."""
        for text in (
            "docker run -p 80:80 -u 1000:1000 img",
            "git config user.email ana@a.test",
            "scp a.py ana@host.test:/srv",
            "npm:react@18.2.0",
            "email:ana@a.test",
            "https://host.test:8443/a@b",
            "python -m http.server -b 127.0.0.1",
            "config set editor vim",
            "hotKey=ctrl+k publicKey=abc",
            "[ -f x ] && run",
            "{ run; }",
            '["a", "b"]',
            '{"maxTokens": 4096, "hasToken": true, "token": null}',
        ):
            with self.subTest(text=text):
                self.assertEqual(masking.MaskText(text), text)

    def testMaskURLThatIsNone(self):
        """What stands in place of a URL is masked as a command is."""
        for url in (
            "a.test/mcp?access_token={}",
            "ana:{}@a.test/mcp",
            "https://a.test/ --token {}",
            "Bearer {}",
            '{{"url":"https://ana:{}@a.test"}}',
        ):
            with self.subTest(url=url):
                self.assertNotIn("fakeword", masking.MaskURL(url.format("fakeword")))

    def testMaskCommandArguments(self):
        """Each argument is masked by itself, whatever signs it holds."""
        for arguments in (
            ["--password=it's {} b"],
            ["password: it's {} b"],
            ["--header=X-Acme: {} b"],
            ["--env=ACME={} b"],
            ["-HX-Acme: {} b"],
            ["--data", '"{{\\"apiKey\\": \\"{}\\"}}"'],
            ["x'", "--token", "{}"],
        ):
            with self.subTest(arguments=arguments):
                masked_command = masking.MaskCommand(
                    "run", [argument.format("fakeword") for argument in arguments]
                )

                self.assertNotIn("fakeword", masked_command)
                self.assertIn(masking.MASK, masked_command)

    def testMaskJSON(self):
        """A JSON value loses its secrets and nothing else."""
        for value, expected_value in (
            ({"a": 1, "b": [True, None, "x"]}, {"a": 1, "b": [True, None, "x"]}),
            ({"apiKey": "x1"}, {"apiKey": masking.MASK}),
            ({"password": 17}, {"password": masking.MASK}),
            ({"maxTokens": 17, "hasToken": True}, {"maxTokens": 17, "hasToken": True}),
            ({"ENV": {"A": "x1"}}, {"ENV": masking.MASK}),
            (
                {"key": "Authorization", "value": "x1"},
                {"key": "Authorization", "value": masking.MASK},
            ),
            ({"name": "a", "value": "x1"}, {"name": "a", "value": "x1"}),
            (["--token", "x1", "--port", "80"], ["--token", "***", "--port", "80"]),
            ({"ghp_0123456789abcdef": 1}, {"***": 1}),
            ({"url": "https://ana:x1@a.test"}, {"url": "https://***@a.test"}),
        ):
            with self.subTest(value=value):
                self.assertEqual(masking.MaskJSON(value), expected_value)

        value = "x1"
        for _ in range(40):
            value = [value]
        self.assertNotIn("x1", str(masking.MaskJSON(value)))

    def testMaskMember(self):
        """The name of a member, or of one around it, tells that it is a secret."""
        for name, expected_text in (
            ("apiKey", "***"),
            ("headers.X-Acme", "***"),
            ("tokens.a", "***"),
            ("feedUrl", "x1"),
        ):
            with self.subTest(name=name):
                self.assertEqual(masking.MaskMember(name, "x1"), expected_text)

    def testMaskName(self):
        """A name loses what is a secret without doubt."""
        for text, expected_text in (
            (
                "https://ana:x1@a.test/p?token=x1&a=b",
                "https://***@a.test/p?token=***&a=b",
            ),
            ("ssh://ana:x1@a.test/p", "ssh://ana:***@a.test/p"),
            (
                "a.https%3A%2F%2Fana%3Ax1%40a.test%2Fp",
                "a.https%3A%2F%2F***%40a.test%2Fp",
            ),
            ("user-ghp_0123456789abcdef", "user-***"),
            ("x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4MSJ9.c2ln", "x ***"),
        ):
            with self.subTest(text=text):
                self.assertEqual(masking.MaskName(text), expected_text)

    def testMaskNameKeepsNames(self):
        """Hashes, families of keys, identifiers and paths stay."""
        for text in (
            "ItemTable[mcpOAuth.secret.W3VzZXItYTo6aHR0cHM6Ly9hLnRlc3RdIG1jcF90b2tlbnM]",
            "cursorDiskKV[bubbleId:c1:b1/t:call-0123 fc_0123456789abcdef_1]",
            "agentKv:blob:af3e4c5d6b7a8f9e0d1c2b3a4f5e6d7caf3e4c5d6b7a8f9e0d1c2b3a4f5e6d7c",
            "vscode-remote://ssh-remote+ana@host/srv",
            "file:///home/ana/af3e4c5d6b7a8f9e0d1c2b3a4f5e6d7c/a@b",
            "auth0|user_01JABCDEFGHJKMNPQRSTVWXYZ0",
            "cursorAuth/accessToken=1, secret:=2",
            'secret://{"extensionId":"a.b","key":"k"}',
        ):
            with self.subTest(text=text):
                self.assertEqual(masking.MaskName(text), text)


if __name__ == "__main__":
    unittest.main()
