"""Redaction: URLs and commands without the secrets that people put into them.

The URL and the command line of an MCP server are evidence, but often carry a key: in
the query or the user part of the URL, in an option, in a header (seed "Credentials",
on mcp.json). What a secret's name stands before, or has the form of a well-known
token, is replaced; the rest stays as stored.
"""

import re

REDACTED = "<redacted>"

# Over-reads on purpose: a name too many costs a value, one too few leaks a secret.
_SECRET_NAME_RE = re.compile(
    r"key|token|secret|passw|passphrase|pwd|auth|credential|cookie|signature|\bsig\b|"
    r"jwt|bearer|session",
    re.IGNORECASE,
)

# Tokens that are known by their form.
_TOKEN_RE = re.compile(
    r"\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{8,}|\bgh[opsur]_[A-Za-z0-9]{8,}|"
    r"\bgithub_pat_[A-Za-z0-9_]{8,}|\bglpat-[A-Za-z0-9_-]{8,}|"
    r"\bxox[abeoprs]-[A-Za-z0-9-]{8,}|\beyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)*|"
    r"\b(?:AKIA|ASIA)[A-Z0-9]{12,}|\bAIza[A-Za-z0-9_-]{16,}|\bntn_[A-Za-z0-9]{8,}|"
    r"\bfigd_[A-Za-z0-9_-]{8,}|\bkey_[A-Za-z0-9]{16,}"
)

_BEARER_RE = re.compile(r"\b(Bearer|Basic)\s+\S+", re.IGNORECASE)

# A token may start with a single dash.
_OPTION_RE = re.compile(r"\A(?:--|-[A-Za-z]\Z)")

_NAMED_VALUE_RE = re.compile(
    r"\A([A-Za-z_][A-Za-z0-9_.-]{0,100})(\s*[=:]\s*)(?!//)(.+)\Z", re.DOTALL
)


def IsSecretName(name):
    """Determines if a name tells that its value is a secret.

    Args:
      name (str): name of an option, header, variable or query parameter.

    Returns:
      bool: True if the value of the name is, or may be, a secret.
    """
    return bool(_SECRET_NAME_RE.search(name))


def RedactCommand(command, arguments=None):
    """Removes the secrets from a command line.

    Args:
      command (str): command, with or without arguments.
      arguments (Optional[list[object]]): JSON values of the arguments, of which those
          that are not strings are left out.

    Returns:
      str: command line in one line, or None if there is no command.
    """
    words = command.split() if isinstance(command, str) else []
    if isinstance(arguments, list):
        words.extend(argument for argument in arguments if isinstance(argument, str))

    redacted_words = []
    redact_next = False
    for word in words:
        is_scheme = word.lower() in ("basic", "bearer")
        if redact_next and not is_scheme and not _OPTION_RE.match(word):
            redacted_words.append(REDACTED)
            redact_next = False
            continue

        name, separator, _ = word.partition("=")
        if word.startswith("-") and IsSecretName(name):
            redact_next = not separator
            redacted_words.append(f"{name:s}={REDACTED:s}" if separator else name)
            continue

        redacted_words.append(_RedactWord(word))
        # A header that was split at its space: "Authorization:" "Bearer" "...".
        redact_next = is_scheme or (word.endswith(":") and IsSecretName(word))

    return " ".join(redacted_words) or None


def RedactText(text):
    """Removes tokens that are known by their form from text.

    Args:
      text (str): text.

    Returns:
      str: text without them.
    """
    text = _BEARER_RE.sub(rf"\1 {REDACTED:s}", text)
    return _TOKEN_RE.sub(REDACTED, text)


def RedactURL(url):
    """Removes the secrets from a URL.

    Args:
      url (str): URL, with or without a scheme.

    Returns:
      str: URL in which the user part, the values of query parameters that name a
          secret and tokens known by their form are replaced.
    """
    scheme, separator, rest = url.partition("://")
    if not separator:
        scheme, rest = "", url
    location, mark, query = rest.partition("?")
    if not mark:
        location, mark, query = rest.partition("#")

    authority, slash, path = location.partition("/")
    _, at_sign, host = authority.rpartition("@")
    if at_sign:
        authority = f"{REDACTED:s}@{host:s}"

    parameters = []
    for parameter in re.split(r"([&;#])", query):
        name, equal_sign, _ = parameter.partition("=")
        if equal_sign and IsSecretName(name):
            parameter = f"{name:s}={REDACTED:s}"
        parameters.append(parameter)

    return RedactText(
        f"{scheme:s}{separator:s}{authority:s}{slash:s}{path:s}{mark:s}"
        f"{''.join(parameters):s}"
    )


def _RedactWord(word):
    """Removes the secret from a word of a command line.

    Args:
      word (str): word.

    Returns:
      str: word without it.
    """
    match = _NAMED_VALUE_RE.match(word)
    if match and IsSecretName(match.group(1)):
        return f"{match.group(1):s}{match.group(2):s}{REDACTED:s}"
    return RedactURL(word) if "://" in word else RedactText(word)
