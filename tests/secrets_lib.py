"""Evidence with a numbered sentinel in every place where a secret can stand.

A sentinel of Add is a plain word, which only its place or its name tells to be a
secret; one of AddToken or AddJWT has the look of one and stands where names stand.
Both are obviously fake.
"""

import base64
import json
import os

from tests import evidence


class Sentinels:
    """Sentinels and the places they stand in.

    Attributes:
      places (dict[int, str]): place per number of a sentinel.
    """

    def __init__(self):
        """Initializes sentinels."""
        super().__init__()
        self.places = {}

    def _GetNumber(self, place):
        """Retrieves the number of a new sentinel.

        Args:
          place (str): place.

        Returns:
          int: number of 4 digits.
        """
        number = 1000 + len(self.places)
        self.places[number] = place
        return number

    def Add(self, place):
        """Adds a sentinel that is a plain word.

        Args:
          place (str): place.

        Returns:
          str: sentinel.
        """
        return f"zq{self._GetNumber(place):d}fakezq"

    def AddBuffer(self, place):
        """Adds a sentinel in the form of an encrypted secret.

        Args:
          place (str): place.

        Returns:
          str: JSON of a buffer.
        """
        data = list(self.Add(place).encode("ascii"))
        return json.dumps({"type": "Buffer", "data": data})

    def AddJWT(self, place):
        """Adds a sentinel in a signed token.

        Args:
          place (str): place.

        Returns:
          str: token.
        """
        payload = json.dumps({"sub": self.Add(place)}).encode("ascii")
        payload = base64.urlsafe_b64encode(payload).decode("ascii").rstrip("=")
        return f"eyJhbGciOiJIUzI1NiJ9.{payload:s}.c2lnbmF0dXJl"

    def AddToken(self, place):
        """Adds a sentinel in a token of a service.

        Args:
          place (str): place.

        Returns:
          str: token.
        """
        return f"ghp_{self.Add(place):s}0000000000000000"

    def Find(self, data):
        """Finds the sentinels in data, in any form in which they could come out.

        Args:
          data (bytes): data.

        Returns:
          list[tuple[str, bytes]]: place of each, and what stands around it in the data.
        """
        lower_data = data.lower()
        found = []
        for number, place in self.places.items():
            sentinel = f"zq{number:d}fakezq".encode("ascii")
            forms = [
                # The start is enough.
                sentinel[:9],
                sentinel[::-1],
                sentinel.decode("ascii").encode("utf-16-le")[:-2],
                sentinel.hex().encode("ascii"),
                ",".join(map(str, sentinel)).encode("ascii"),
                ", ".join(map(str, sentinel)).encode("ascii"),
            ]
            for offset in range(3):
                encoded = base64.b64encode(bytes(offset) + sentinel)
                forms.append(encoded[4 if offset else 0 : -4].lower())
            for form in forms:
                position = lower_data.find(form)
                if position >= 0:
                    found.append(
                        (place, data[max(position - 80, 0) : position + len(form)])
                    )
                    break
        return found


def MakeArguments(sentinels, place):
    """Makes arguments of a command that hold secrets.

    Args:
      sentinels (Sentinels): sentinels.
      place (str): place.

    Returns:
      list[object]: arguments.
    """
    add = sentinels.Add
    arguments = []
    for argument in (
        "--token={}",
        "--api-key {}",
        "--PASS {}",
        "-password {}",
        "--pw={}",
        "--otp {}",
        "DB_PASS={}",
        "PLAIN={} --env",
        "bcKey={}",
        "openAIKey: {}",
        "AccountKey={};",
        "Server=x;Uid=a;Pwd={};",
        "PRIVATE-TOKEN: {}",
        "TOKEN := {}",
        "password%3D{}",
        "--password=it's {} b",
        "--api_key='{} two'",
        '--password "{} b',
        "Authorization: Negotiate {}",
        "Cookie: a=1; sid={}",
        "-HX-Acme: {}",
        "--env=PLAIN={}",
        "--proxy-user=ana:{}",
        "https://ana:{}@good.test/",
        "https://{}@good.test/",
        "https://good.test/?key={}&page=1",
        "https://good.test/#id_token={}",
        "https://ana:{}/x@good.test/",
        "https://ana:{}#x@good.test/",
        "https://ana:x?{}@good.test/",
        "https:\\/\\/ana:{}@good.test",
        "https%3A%2F%2Fana%3A{}%40good.test",
        "ana:{}@good.test/x",
        "--with-token <<< {}",
        "npm config set //registry.test/:_authToken {}",
        "aws configure set aws_secret_access_key {}",
        "setx ACME_TOKEN {}",
        "set -x ACME_TOKEN {}",
        "sshpass -p {}",
        "-----BEGIN RSA PRIVATE KEY-----\n{}\n-----END RSA PRIVATE KEY-----",
    ):
        if argument == "PLAIN={} --env":
            arguments.extend(["-e", f"PLAIN={add(f'{place:s} -e'):s}"])
        else:
            arguments.append(argument.format(add(f"{place:s} {argument:s}")))
    for options in (
        ("--api-key",),
        ("-u", "ana:"),
        ("--user", "ana:"),
        ("-b", "sid="),
        ("--cookie", "sid="),
        ("-H", "X-Acme: "),
        ("--header", "Authorization: Bearer "),
    ):
        value = f"{''.join(options[1:]):s}{add(f'{place:s} {options!s}'):s}"
        arguments.extend([options[0], value])
    arguments.append(json.dumps({"apiKey": add(f"{place:s} JSON")}))
    arguments.append(
        json.dumps(json.dumps({"auth": {"pass": add(f"{place:s} JSON in JSON")}}))
    )
    arguments.extend(["--token", [add(f"{place:s} list")]])
    arguments.append({"--token": add(f"{place:s} object")})
    arguments.append(sentinels.AddToken(f"{place:s} token"))
    arguments.append(sentinels.AddJWT(f"{place:s} JWT"))
    return arguments


def MakeAllowList(sentinels, place):
    """Makes entries of an allow list that hold secrets.

    Args:
      sentinels (Sentinels): sentinels.
      place (str): place.

    Returns:
      list[object]: entries.
    """
    entries = [
        entry.format(sentinels.Add(f"{place:s} {entry:s}"))
        for entry in (
            "Shell(curl -H 'Authorization: Bearer {}')",
            'Shell(curl -H "Authorization: Negotiate {}")',
            "Shell(export X_TOKEN={})",
            "Shell(run --password {})",
            "Shell(git clone https://x:{}@good.test/r)",
            "Shell(PGPASSWORD={} psql)",
            "Shell(DB_PASS={} run)",
            "Shell(setx ACME_TOKEN {})",
            "Shell(curl -u 'ana:{}')",
            "Shell(curl -uana:{})",
            "Shell(curl https://good.test/?token={})",
            'Shell(curl --data \'{{\\"password\\":\\"{}\\"}}\')',
            "WebFetch(domain:ana:{}@good.test)",
        )
    ]
    entries.append(f"Mcp(good, {sentinels.AddToken(f'{place:s} token'):s})")
    entries.append(f"Shell(echo {sentinels.AddJWT(f'{place:s} JWT'):s})")
    entries.append({"token": sentinels.Add(f"{place:s} object")})
    entries.append(["run", "--token", sentinels.Add(f"{place:s} list")])
    return entries


def MakeServers(sentinels, place):
    """Makes MCP servers that hold secrets.

    Args:
      sentinels (Sentinels): sentinels.
      place (str): place.

    Returns:
      dict[str, object]: servers.
    """

    def Add(name):
        """Adds a sentinel.

        Args:
          name (str): name of the place in the server.

        Returns:
          str: sentinel.
        """
        return sentinels.Add(f"{place:s} {name:s}")

    url = (
        f"https://ana:{Add('url user'):s}@good.test/mcp"
        f"?access_token={Add('url query'):s}"
    )
    servers = {
        "good": {
            "command": f"API_TOKEN={Add('command'):s} npx",
            "args": MakeArguments(sentinels, place),
            "env": {"A": Add("env"), "B": [Add("env list")]},
            "headers": {"X-Acme": Add("headers")},
            "auth": {"CLIENT_SECRET": Add("client secret")},
            "url": url,
            "serverUrl": f"https://ana:{Add('serverUrl'):s}@good.test/mcp",
        },
        "types": {
            "command": {"token": Add("command object")},
            "args": f"--token {Add('arguments text'):s}",
            "url": [f"https://ana:{Add('url list'):s}@good.test/mcp"],
        },
        "list": [Add("server list")],
        "text": f"--token {Add('server text'):s}",
        sentinels.AddToken(f"{place:s} name"): {"command": "good"},
        f"https://ana:{Add('name URL'):s}@good.test": {"command": "good"},
    }
    for index, url in enumerate(
        (
            "good.test/mcp?access_token={}",
            "ana:{}@good.test/mcp",
            "//ana:{}@good.test/mcp",
            "https:ana:{}@good.test/mcp",
            "https://good.test/ --token {}",
            "https://good.test/a;jsessionid={}",
            "Bearer {}",
            '{{"url":"https://ana:{}@good.test"}}',
        )
    ):
        servers[f"url {index:d}"] = {"url": url.format(Add(url))}
    return servers


def WriteFiles(sentinels, path):
    """Writes the files of a home directory.

    Args:
      sentinels (Sentinels): sentinels.
      path (str): path of the home directory.
    """
    add, add_jwt, add_token = sentinels.Add, sentinels.AddJWT, sentinels.AddToken

    def AddURL(place, scheme="https"):
        """Adds two sentinels in a URL.

        Args:
          place (str): place.
          scheme (Optional[str]): scheme of the URL.

        Returns:
          str: URL.
        """
        return (
            f"{scheme:s}://ana:{add(f'{place:s} user'):s}@good.test/p"
            f"?token={add(f'{place:s} query'):s}"
        )

    user = "/.config/Cursor/User"
    storage = f"{user:s}/globalStorage"
    worker = f"{storage:s}/anysphere.cursor-agent-worker/cursor-agent-worker-0"
    update = "/.config/Cursor/update-supervisor/11111111-1111-4111-8111-111111111111"
    store = "/.local/state/cursor/agent-stores/cursor_agent_stores/c1/.sync"
    sdk = "/.cursor/projects/p/sdk-agent-store/jsonl-store"
    files = {
        "/.cursor/mcp.json": {
            "mcpServers": MakeServers(sentinels, "mcp.json"),
            "inputs": [{"id": "k", "password": add("mcp.json inputs")}],
        },
        "/utf-16/.cursor/mcp.json": json.dumps(
            {"mcpServers": MakeServers(sentinels, "UTF-16 mcp.json")}
        ).encode("utf-16"),
        "/cut/.cursor/mcp.json": json.dumps(
            {"mcpServers": {"good": {"env": {"A": add("cut mcp.json")}}}}
        )[:-6],
        "/list/.cursor/mcp.json": {
            "mcpServers": [{"env": {"A": add("mcp.json list")}}]
        },
        "/.cursor/cli-config.json": {
            "version": 1,
            "accessToken": add("cli-config accessToken"),
            "apiKey": add("cli-config apiKey"),
            "approvalMode": f"x --token {add('cli-config approvalMode'):s}",
            "authInfo": {
                "accessToken": add("cli-config authInfo"),
                "authId": add_jwt("cli-config authId"),
                "email": "ana@good.test",
            },
            "permissions": {
                "allow": MakeAllowList(sentinels, "cli-config allow"),
                "deny": MakeAllowList(sentinels, "cli-config deny"),
            },
            "network": {
                "proxy": AddURL("cli-config proxy"),
                "useHttp1ForAgent": AddURL("cli-config useHttp1ForAgent"),
            },
            "sandbox": {"mode": {"token": add("cli-config sandbox")}},
            "selectedModel": {
                "apiKey": add("cli-config selectedModel"),
                "modelId": "good",
                "parameters": [
                    {"id": "apiKey", "value": add("cli-config parameter")},
                    {
                        "id": "x",
                        "value": {"apiKey": add("cli-config parameter object")},
                    },
                ],
            },
            "modelSelectionHistory": [{"apiKey": add("cli-config history")}],
            "privacyCache": {"ghostMode": True, "updatedAt": add("cli-config time")},
        },
        "/p/.cursor/cli.json": {
            "permissions": {
                "allow": MakeAllowList(sentinels, "cli.json"),
                "deny": f"Shell(run --token {add('cli.json text'):s})",
            }
        },
        "/.cursor/permissions.json": {
            "approvalMode": add_jwt("permissions approvalMode"),
            "autoRun": {"allow_instructions": [f"token={add('permissions text'):s}"]},
            "mcpAllowlist": [f"good:{add_token('permissions mcp'):s}"],
            "terminalAllowlist": MakeAllowList(sentinels, "permissions terminal"),
        },
        "/.cursor/sandbox.json": {
            "networkPolicy": {
                "allow": [AddURL("sandbox allow")],
                "deny": [f"ana:{add('sandbox deny'):s}@good.test"],
            },
            "type": add_token("sandbox type"),
        },
        "/p/.cursor/environment.json": {
            "build": {"args": {"A": add("build args")}, "context": AddURL("build")},
            "env": {"A": add("environment env")},
            "install": f"export NPM_TOKEN={add('environment install'):s} && npm i",
            "name": "good",
            "repositoryDependencies": [
                AddURL("environment repository"),
                f"x:{add('environment repository without scheme'):s}@good.test/o/r",
            ],
            "secrets": {"A": add("environment secrets")},
            "snapshot": add_token("environment snapshot"),
            "start": f"run --password {add('environment start'):s}",
            "terminals": [
                {
                    "command": f"TOKEN={add('environment terminal'):s} run",
                    "name": f"t --token {add('environment terminal name'):s}",
                },
                add("environment terminal text"),
            ],
            "user": f"ana:{add('environment user'):s}@good.test",
        },
        "/p/.cursor/worktrees.json": {
            "setup-worktree": [f"export A_KEY={add('worktree'):s}"],
            "setup-worktree-unix": f"curl -H 'X-Acme: {add('worktree text'):s}'",
        },
        "/.cursor/hooks.json": {
            "version": 1,
            "hooks": {
                "stop": [
                    {
                        "command": f"good --secret={add('hook'):s}",
                        "env": {"A": add("hook env")},
                        "matcher": f"token={add('hook matcher'):s}",
                        "type": add_jwt("hook type"),
                    },
                    {"prompt": f"password: {add('hook prompt'):s}"},
                    f"good --api-key {add('hook text'):s}",
                ],
                add_token("hook event"): [{"command": "good"}],
                add_token("hook event of another type"): "good",
            },
        },
        "/.cursor/auth.json": {"accessToken": add("auth.json")},
        "/.config/cursor/auth.json": {"accessToken": add("auth.json of ~/.config")},
        "/.cursor_info": add(".cursor_info"),
        "/.cursor/projects/p/mcp-auth.json": {"good": {"t": add("mcp-auth.json")}},
        "/.cursor/projects/p/mcp-approvals.json": [
            f"good-{add_token('approval'):s}",
            f"good-{add_jwt('approval JWT'):s}",
            {"token": add("approval object")},
        ],
        "/.cursor/projects/p/repo.json": {
            "id": add_jwt("repo.json id"),
            "remote": AddURL("repo.json remote"),
        },
        "/.cursor/projects/p/.workspace-trusted": {
            "token": add("trust token"),
            "trustMethod": add_jwt("trust method"),
            "trustedAt": add("trust time"),
            "workspacePath": "/srv/p",
        },
        "/.cursor/projects/p/worker.log": f"Bearer {add('worker.log'):s}\n",
        "/.cursor/argv.json": (
            f"// {add('argv comment'):s}\n{{"
            f'"crash-reporter-id":"{add_jwt("argv identifier"):s}",'
            f'"proxy-server":"{AddURL("argv proxy"):s}",}}'
        ),
        "/.cursor/agent-cli-state.json": {
            "authToken": add("CLI state token"),
            "workerIdsByDisplayName": {
                "/srv/p @ h": add_jwt("worker identifier"),
                f"{add_token('worker name'):s} @ h": "w",
            },
        },
        "/.cursor/ide_state.json": {
            "recentlyViewedFiles": [
                {"absolutePath": AddURL("viewed file", scheme="vscode-vfs")[:-30]}
            ],
            "token": add("IDE state token"),
        },
        f"{worker:s}.owner.json": {"ownerHash": add("worker owner")},
        f"{worker:s}.restart.json": {
            "ownerHash": add("worker restart owner"),
            "roots": [f"vscode-remote://ana:{add('worker root'):s}@good.test/p"],
            "token": add("worker restart token"),
            "workerId": add_jwt("worker restart identifier"),
            "workerName": "good",
        },
        f"{worker:s}.log": f"Bearer {add('worker log'):s}\n",
        f"{worker:s}.spec": add("worker spec"),
        f"{user:s}/settings.json": {"http.proxy": AddURL("settings proxy")},
        f"{storage:s}/storage.json": {
            "accessToken": add("storage.json accessToken"),
            "backupWorkspaces": {
                "folders": [
                    {
                        "connectionToken": add("storage.json connectionToken"),
                        "folderUri": (
                            "vscode-remote://ssh-remote%2Bana%3A"
                            f"{add('storage.json encoded'):s}%40good.test/srv/good"
                        ),
                        "remoteAuthority": (
                            f"ssh-remote+ana:{add('storage authority'):s}@good.test"
                        ),
                    }
                ]
            },
            "cursorAuth/accessToken": add("storage.json cursorAuth"),
            "lastKnownMenubarData": {
                "menus": {
                    "File": {
                        "items": [
                            {
                                "id": "openRecentFolder",
                                "remoteAuthority": (
                                    f"x+ana:{add('menu authority'):s}@good.test"
                                ),
                                "uri": {
                                    "authority": f"ana:{add('menu URI'):s}@good.test",
                                    "path": "/x",
                                    "scheme": "https",
                                },
                            }
                        ]
                    }
                }
            },
            "profileAssociations": {
                "workspaces": {
                    f"vscode-remote://ana:{add('profile'):s}@good.test/x": "default"
                }
            },
            "secret://good": add("storage.json secret"),
            "telemetry.machineId": add_jwt("storage.json machineId"),
            "windowsState": {
                "lastActiveWindow": {"folder": AddURL("window", "vscode-remote")},
                "openedWindows": [{"folder": AddURL("window URL")}],
            },
        },
        "/.config/Cursor/machineid": add_jwt("machineid"),
        f"{user:s}/workspaceStorage/{'a' * 32:s}/workspace.json": {
            "folder": AddURL("workspace.json", scheme="vscode-remote")
        },
        f"{user:s}/workspaceStorage/{'b' * 32:s}/workspace.json": {
            "workspace": {"external": AddURL("workspace.json object"), "path": "/p"}
        },
        f"{storage:s}/mcp-oauth-attempts/0.json": {
            "attemptId": "good",
            "clientInformation": {
                "client_id": add_jwt("attempt client_id"),
                "client_secret": add("attempt client_secret"),
            },
            "codeVerifier": add("attempt codeVerifier"),
            "createdAtMs": add("attempt time"),
            "identifier": f"user-{AddURL('attempt identifier'):s}",
            "owner": {"workspaceId": add_jwt("attempt workspace")},
            "serverUrl": AddURL("attempt URL"),
            "state": add("attempt state"),
            "tokens": {"access_token": add("attempt tokens")},
        },
        f"{storage:s}/mcp-oauth-attempts/1.json": {
            "serverUrl": f"ana:{add('attempt without scheme'):s}@good.test/mcp?code=1"
        },
        f"{update:s}/result.json": {
            "apiKey": add("update apiKey"),
            "completedAt": "2026-10-01T10:00:00.000Z",
            "details": {
                "accessToken": add("update details"),
                "feed": AddURL("update details URL"),
            },
            "finalPhase": add_jwt("update phase"),
            "installationId": "i",
            "schemaVersion": 1,
        },
        f"{update:s}/events.jsonl": (
            json.dumps(
                {
                    "accessToken": add("update line accessToken"),
                    "authorization": f"Bearer {add('update line authorization'):s}",
                    "bcKey": add("update line bcKey"),
                    "feed": AddURL("update line URL"),
                    "headers": {"A": add("update line headers")},
                    add_token("update line name"): "1",
                    "installationId": "i",
                    "phase": "good",
                    "recordedAt": "2026-10-01T10:00:00.000Z",
                    "schemaVersion": 1,
                    "type": "good",
                }
            )
            + f'\n{{"accessToken": "{add("update line that is cut"):s}\n'
        ),
        f"{store:s}/mount.json": {
            "createdAtMs": evidence.START_MILLISECONDS,
            "hostname": "good",
            "mode": add_jwt("mount mode"),
            "mountToken": add("mount token"),
            "pid": 3,
            "purpose": AddURL("mount purpose"),
            "uid": add_jwt("mount uid"),
            "windowId": "w",
        },
        f"{store:s}/sync.lock": {
            "acquiredAt": add("lock time"),
            "encryptionKey": add("lock key"),
            "pid": 3,
            "windowId": "w",
        },
        f"{os.path.dirname(os.path.dirname(store)):s}/.store-eviction-last-run": (
            add("eviction")
        ),
        "/Downloads/usage-events-2026.csv": (
            "Date,User,Cloud Agent ID,Kind,Model,Max Mode,Total Tokens,Cost,API Key\n"
            f"2026-10-01T10:00:00.000Z,ana,bc-1,x,good,No,1,0.1,{add('CSV key'):s}\n"
            f"{add('CSV date'):s},a,b\n"
        ),
        f"/.cursor/chats/{'c' * 32:s}/s1/meta.json": {
            "authToken": add("meta.json token"),
            "createdAtMs": evidence.START_MILLISECONDS,
            "cwd": AddURL("meta.json cwd"),
            "hasConversation": True,
            "title": "good",
        },
        f"{sdk:s}/agents.ndjson": json.dumps(
            {
                "agentId": "a1",
                "apiKey": add("SDK agent apiKey"),
                "createdAt": evidence.START_MILLISECONDS,
                "cwd": AddURL("SDK agent cwd"),
                "name": "good",
                "sdkMetadata": {"apiKey": add("SDK agent metadata")},
                "status": add_token("SDK agent status"),
            }
        )
        + "\n",
        f"{sdk:s}/runs.ndjson": json.dumps(
            {
                "agentId": "a1",
                "createdAt": evidence.START_MILLISECONDS,
                "env": {"A": add("SDK run env")},
                "model": {"credentials": {"apiKey": add("SDK run")}, "id": "good"},
                "runId": "r1",
                "turnNumber": 1,
            }
        )
        + "\n",
    }
    for name, value in files.items():
        if isinstance(value, (dict, list)):
            value = json.dumps(value)
        evidence.WriteFile(f"{path:s}{name:s}", value)

    evidence.WriteAgentStore(
        f"{path:s}/.cursor/chats/{'c' * 32:s}/s1/store.db",
        {
            "agentId": "s1",
            "apiKey": add("store.db apiKey"),
            "blobEncryptionKey": add("store.db blobEncryptionKey"),
            "createdAt": evidence.START_MILLISECONDS,
            "name": "good",
        },
        [],
    )


def MakeItemRows(sentinels):
    """Makes rows of ItemTable that are secrets or hold some.

    Args:
      sentinels (Sentinels): sentinels.

    Returns:
      list[tuple[str, str]]: keys and values.
    """
    add, add_jwt, add_token = sentinels.Add, sentinels.AddJWT, sentinels.AddToken

    def AddURL(place, scheme="https"):
        """Adds two sentinels in a URL.

        Args:
          place (str): place.
          scheme (Optional[str]): scheme of the URL.

        Returns:
          str: URL.
        """
        return (
            f"{scheme:s}://ana:{add(f'{place:s} user'):s}@good.test/o/r"
            f"?token={add(f'{place:s} query'):s}"
        )

    def MakeKey(family, place, field):
        """Makes the key of an MCP server whose address has secrets.

        Args:
          family (str): family of the key.
          place (str): place.
          field (str): field of the server.

        Returns:
          str: key.
        """
        scope = f"user-x::{AddURL(place):s}::mcpScope:profile:default"
        return evidence.MakeOAuthKey(family, scope, field)

    rows = [
        (key, add(key))
        for key in (
            "cursorAuth/refreshToken",
            "cursorAuth/openAIKey",
            "cursorAuth/anthropicKey",
            "cursorAuth/bedrockSecretKey",
            "cursorAuth/AccessToken",
            "CURSORAUTH/ACCESSTOKEN",
            "cursorAuth/unknown",
            "cursorAuth/onboardingDate",
            "vscode.github-github",
            "connectionToken:bc-1",
            "good.authToken",
            "good.token",
            "remoteAgentHost.authToken.a",
            "secret://good{",
        )
    ]
    rows.extend(
        (key, add_jwt(key))
        for key in (
            "cursorAuth/accessToken",
            "storage.serviceMachineId",
            "telemetry.machineId",
            "cursorAuth/cachedEmail",
            "remoteAgentHost.targetId",
        )
    )
    server_keys = [
        MakeKey("global", "OAuth URL", "mcp_server_url"),
        MakeKey("secret", "OAuth tokens", "mcp_tokens"),
        MakeKey("global", "OAuth time", "mcp_oauth_updated_at_ms"),
    ]
    rows.extend(
        [
            ('secret://{"extensionId":"a.b","key":"k"}', sentinels.AddBuffer("secret")),
            (
                f'secret://{{"extensionId":"a.b","key":"{add_token("secret key"):s}"}}',
                sentinels.AddBuffer("secret with a name"),
            ),
            (server_keys[0], AddURL("OAuth value")),
            (server_keys[1], sentinels.AddBuffer("OAuth tokens")),
            (server_keys[2], add("OAuth time")),
            (f"mcpOAuth.global.!!{add_token('OAuth key'):s}", "x"),
            ("cursor/glass.githubConnect.pendingFlow", {"verifier": add("pending")}),
            (add_token("unknown key"), "x"),
            ("unknown.settings", {"a": add("unknown value")}),
            (
                "cursorAuth/cachedScopedProfile",
                {"accessToken": add("profile"), "authId": {"t": add("profile object")}},
            ),
            (
                "cursor.plugins.installedIds.no-team|no-workspace",
                [
                    {
                        "id": add_jwt("plugin"),
                        "sources": [
                            AddURL("plugin source"),
                            add_token("plugin source"),
                        ],
                    },
                    AddURL("plugin text"),
                ],
            ),
            (f"cursor.plugins.installedIds.no-team|{AddURL('plugin scope'):s}", [1]),
            ("remoteAgentHost.enrolled.a", "true"),
            ("github-ana", [{"allowed": True, "id": "good", "token": add("github")}]),
            (
                "github-ana-usages",
                [{"extensionId": "e", "scopes": [add_token("scope")]}],
            ),
            (f"github-{add_token('source host account'):s}", [{"id": "good"}]),
            (
                "cloudAgentRepository.agents.a",
                [
                    {
                        "bcId": "bc-1",
                        "bcKey": add("bcKey"),
                        "createdAt": add("agent time"),
                        "env": {"A": add("agent env")},
                        "name": "good",
                        "prUrl": AddURL("prUrl"),
                        "repoUrl": AddURL("repoUrl"),
                        "secrets": {"A": add("agent secrets")},
                        "workspaceRootPath": AddURL("workspaceRootPath"),
                    }
                ],
            ),
            (
                "cloudEnvironmentTemplate.githubRepos",
                [
                    {"name": AddURL("repository name"), "type": "github"},
                    {"name": f"x:{add('name without scheme'):s}@good.test/o/r"},
                    {"url": f"x:{add('URL without scheme'):s}@good.test/o/r"},
                ],
            ),
            (
                "cloudAgentRepository.mcpAuthResolution",
                {
                    "agentId": "bc-1",
                    "authorizationCode": add("authorizationCode"),
                    "userDecision": "accept",
                },
            ),
            (
                f"glass.cloudRepoBranches.a.https%3A%2F%2Fana%3A{add('branches'):s}"
                "%40github.com%2Fo%2Fr",
                {"branches": [{"name": "main"}]},
            ),
            (
                "vscode.github",
                {f"branchProtection:{AddURL('branch protection'):s}": {}},
            ),
            (
                "repositoryTracker.paths",
                {AddURL("tracker"): ["/srv"], "x": AddURL("tracker value")},
            ),
            (
                "history.recentlyOpenedPathsList",
                {
                    "entries": [
                        {
                            "folderUri": AddURL("recent", "vscode-remote"),
                            "remoteAuthority": (
                                f"ssh-remote+ana:{add('recent authority'):s}@good.test"
                            ),
                        },
                        {"workspace": {"configPath": AddURL("recent workspace")}},
                    ]
                },
            ),
            (
                "workspaceMetadata.entries",
                [
                    {
                        "paths": [
                            {
                                "repoUrl": AddURL("metadata"),
                                "uri": AddURL("metadata URI"),
                            }
                        ],
                        "workspaceId": "w",
                    }
                ],
            ),
            (
                "glass.localAgentProjects.v1",
                [
                    {
                        "id": "p",
                        "repoUrl": AddURL("project"),
                        "repoUrls": [f"x:{add('project repository'):s}@good.test/o/r"],
                        "workspace": {"uri": {"external": AddURL("project URI")}},
                    }
                ],
            ),
            (
                "aiCodeTracking.dailyStats.v1.5.2026-10-01",
                {"date": "2026-10-01", "x": {"apiKey": add("daily statistics")}},
            ),
            (
                "cursor/approvedProjectMcpServers",
                [
                    f"good --token={add('approved'):s}",
                    {
                        "apiKey": add("approved apiKey"),
                        "args": ["--token", add("approved arguments")],
                        "auth": {"pass": add("approved auth")},
                        "env": {"A": add("approved env")},
                        "token": [add("approved token list")],
                    },
                ],
            ),
            (
                "adminSettings.cached",
                {
                    "apiKey": add("policy apiKey"),
                    "auth": add("policy auth"),
                    "env": {"A": add("policy env")},
                    "headers": {"A": add("policy headers")},
                    "list": [{"name": "API_KEY", "value": add("policy pair")}],
                    "tokens": [add("policy tokens")],
                    "x": {
                        add_token("policy name"): True,
                        "bcKey": add("policy bcKey"),
                        "token": add("policy token"),
                        "url": AddURL("policy URL"),
                    },
                },
            ),
            (
                "src.vs.platform.reactivestorage.browser.reactiveStorageServiceImpl."
                "persistentStorage.applicationUser",
                {
                    "aiSettings": {
                        "modelConfig": {
                            "composer": {
                                "apiKey": add("model apiKey"),
                                "modelName": "good",
                                "selectedModels": [
                                    {
                                        "modelId": "good",
                                        "parameters": [
                                            {"id": "apiKey", "value": add("parameter")}
                                        ],
                                    }
                                ],
                            },
                            add_token("surface"): {"modelName": add_jwt("model")},
                        },
                        "modelLastUsedAt": {
                            add_token("model last used"): 1,
                            "m": add("model time"),
                        },
                    },
                    "apiKeys": {
                        add_token("name in apiKeys"): "x",
                        "good": add("value in apiKeys"),
                    },
                    "authenticationSettings": {
                        add_token("authentication name"): "1",
                        "githubLoggedIn": True,
                        "githubToken": add("githubToken"),
                        "user": add_jwt("authentication value"),
                    },
                    "azureState": {"apiKey": add("azure")},
                    "bedrockState": {
                        "accessKey": add("bedrock accessKey"),
                        "sessionToken": add("bedrock sessionToken"),
                    },
                    "claudeKey": add("claudeKey"),
                    "composerState": {
                        "mcpAllowedTools": {"good": {"apiKey": add("allowed tool")}},
                        "modes4": [
                            {
                                "autoRun": True,
                                "enabledMcpServers": [f"x --token {add('mode'):s}"],
                                "enabledTools": [{"token": add("mode tool")}],
                                "id": add_jwt("mode identifier"),
                            }
                        ],
                        "yoloCommandAllowlist": MakeAllowList(sentinels, "allow list"),
                        "yoloPrompt": f"password: {add('yoloPrompt'):s}",
                    },
                    "customModels": [{"apiKey": add("custom model")}],
                    "dashboardUserId": add_jwt("dashboardUserId"),
                    "mcpServers": MakeServers(sentinels, "settings blob"),
                    "openAIBaseUrl": AddURL("openAIBaseUrl"),
                    "openAIKey": add("openAIKey"),
                    "teamAdminSettings": {"x": {"bcKey": add("team bcKey")}},
                },
            ),
        ]
    )
    return [
        (key, value if isinstance(value, str) else json.dumps(value))
        for key, value in rows
    ]


def MakeDiskRows(sentinels):
    """Makes rows of cursorDiskKV that hold secrets.

    Args:
      sentinels (Sentinels): sentinels.

    Returns:
      list[tuple[str, object]]: keys and values.
    """
    add, add_token = sentinels.Add, sentinels.AddToken
    nested_value = json.dumps(
        {"deep": json.dumps({"token": add("row deep")}), "password": add("row nested")}
    )
    return [
        evidence.MakeAssistantBubble("c1", "b1", "good"),
        (
            "composerData:c1",
            {
                "blobEncryptionKey": add("composer blobEncryptionKey"),
                "composerId": "c1",
                "createdAt": evidence.START_MILLISECONDS,
                "modelConfig": {"apiKey": add("composer apiKey"), "modelName": "good"},
                "speculativeSummarizationEncryptionKey": add("composer key"),
                "trackedGitRepos": [
                    {"repoPath": f"https://ana:{add('repository'):s}@good.test"}
                ],
            },
        ),
        (
            "composerData:c2",
            f'{{"composerId":"c2","blobEncryptionKey":"{add("cut composer"):s}',
        ),
        ("bubbleId:c1:b2", f'{{"type":2,"text":"x","apiKey":"{add("cut bubble"):s}'),
        (
            "bubbleId:c1:b3",
            {"apiKey": add("bubble"), "bubbleId": "b3", "text": "good", "type": 2},
        ),
        (add_token("key of cursorDiskKV"), "x"),
        (f"https://ana:{add('URL as key'):s}@good.test:1", "x"),
        ("cursorAuth/accessToken", add("token in cursorDiskKV")),
        ("secret://good", add("secret in cursorDiskKV")),
        ("bcCachedDetails:bc-1", add("cached details")),
        (
            "someFamily:1",
            {
                "apiKey": add("row apiKey"),
                "auth": {"pass": add("row auth")},
                "bcKey": add("row bcKey"),
                "env": {"A": add("row env")},
                "headers": {"A": add("row headers")},
                "nested": nested_value,
                "tokens": [add("row tokens")],
                "url": f"https://ana:{add('row URL'):s}@good.test",
            },
        ),
        ("someFamily:2", f'{{"blobEncryptionKey":"{add("row that is cut"):s}'),
        ("someFamily:3", f"Bearer {add('row of text'):s}"),
        (
            "someFamily:4",
            [
                {"name": "API_KEY", "value": add("row pair")},
                {"key": "Authorization", "value": add("row header")},
            ],
        ),
        ("someFamily:5", {"secret": {"a": {"b": add("row secret")}}}),
        ("someFamily:6", json.dumps({"token": add("row UTF-16")}).encode("utf-16")),
        ("good.apiKey", add("row of a secret key")),
    ]
