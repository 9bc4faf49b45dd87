"""Masking of secrets in commands and URLs, which are evidence that may hold them.

The command line of an MCP server or of a hook, an entry of an allow list and the URL
of a server are shown, but not the keys and tokens in them: what a name, a position or
the look of a value tells to be a secret is replaced. Sources: seed "Credentials"
(mcp.json "often hold literal keys"), storage-facts 7.
"""

import re
import shlex
import string
import urllib.parse

from cursor_plaso import values

MASK = "***"

# Longer text is cut first: a command is a line, not a document.
_MAXIMUM_TEXT_LENGTH = 8 * 1024

# What a token is made of, and how much of one that was cut through is taken off.
_WORD_CHARACTERS = f"{string.ascii_letters:s}{string.digits:s}+/=_.~%-"
_MAXIMUM_WORD_LENGTH = 256

_SECRET_WORDS = (
    r"token|secret|passw(?:or)?d|passphrase|pwd|api[_-]?key|access[_-]?key|"
    r"auth[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|"
    r"license[_-]?key|subscription[_-]?key|account[_-]?key|credential|bearer|"
    r"authorization|cookie|session[_-]?id|signature|verifier|connection[_-]?string|"
    r"(?<![a-z])(?:key|pat|auth|sig)(?![a-z])"
)

_SECRET_NAME_RE = re.compile(_SECRET_WORDS, re.IGNORECASE)

# Names of query values of the authorization-code flow of OAuth.
_SECRET_QUERY_NAMES = frozenset(["code", "state", "nonce", "code_challenge"])

_ENVIRONMENT_OPTIONS = frozenset(["-e", "--env"])
_HEADER_OPTIONS = frozenset(["-H", "--header"])

_VALUE = r"(?:\"(?:[^\"\\]|\\.)*\"|'[^']*'|\$\{[\w:.-]{1,128}\}|[^\s\"',;&|)}\]]+)"

# NAME=value, "name": "value" and name: value where the name tells. Only the end of the
# name is matched: to match its start as well would take quadratic time.
_ASSIGNMENT_RE = re.compile(
    r"(?P<name>(?:" + _SECRET_WORDS + r")[\w.-]{0,64}[\"']?)"
    r"(?P<separator>\s{0,8}[=:]\s{0,8})"
    r"(?P<scheme>(?:bearer|basic|token|digest)\s{1,8})?"
    r"(?P<value>" + _VALUE + ")",
    re.IGNORECASE,
)

# --api-key value, where the name tells.
_OPTION_RE = re.compile(
    r"(?P<name>(?:" + _SECRET_WORDS + r")[\w.-]{0,64})"
    r"(?P<separator>\s{1,8})(?P<value>(?!--|-[A-Za-z](?:\s|\Z))" + _VALUE + ")",
    re.IGNORECASE,
)
_OPTION_START_RE = re.compile(r"(?:\A|\s)--?[\w.-]{0,64}\Z")

# Environment variables, headers and log-in data, by the option that gives them: not
# quoted, and in quotes of either kind.
_ENVIRONMENT_START = r"(?P<name>(?<!\S)(?:-e|--env)(?:\s{1,8}|=)%s[A-Za-z_]\w{0,127}=)"
_HEADER_START = (
    r"(?P<name>(?<!\S)(?:-H|--header)(?:\s{1,8}|=)?%s[A-Za-z][\w-]{0,127}\s?:\s?)"
)
_POSITION_RES = tuple(
    re.compile(start % quote + r"(?P<value>" + value + r")")
    for start in (_ENVIRONMENT_START, _HEADER_START)
    for quote, value in (('"', r"[^\"]+"), ("'", r"[^']+"), ("", r"[^\s\"']+"))
) + (re.compile(r"(?P<name>(?<!\S)(?:-u|--user)(?:\s{1,8}|=)[^\s:]+:)(?P<value>\S+)"),)

# Passwords whose option has another meaning with other programs.
_PROGRAM_RES = tuple(
    re.compile(rf"(?P<name>(?<![\w-]){start:s})(?P<value>{_VALUE:s})")
    for start in (
        r"sshpass\s{1,8}-p\s{0,8}",
        r"(?:mysql|mariadb)[\w-]{0,32}(?:\s{1,8}[^\s;&|]{1,64}){0,8}\s{1,8}-p",
        r"redis-cli(?:\s{1,8}[^\s;&|]{1,64}){0,8}\s{1,8}-a\s{1,8}",
        r"(?:docker|podman)\s{1,8}login(?:\s{1,8}[^\s;&|]{1,64}){0,8}\s{1,8}-p\s{1,8}",
    )
)

_BEARER_RE = re.compile(
    r"\b(?P<name>bearer\s{1,8}|basic\s{1,8})(?P<value>" + _VALUE + ")", re.IGNORECASE
)

_URL_RE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,30}://[^\s\"'<>`]+")

# Values whose look tells: prefixes of well-known services, signed tokens, and long
# runs of letters and digits.
_TOKEN_RE = re.compile(
    r"(?<![\w-])(?:"
    r"(?:sk|whsec|xox[a-z]|xapp|gh[a-z]|github_pat|glpat|glptt|dop_v1|shpat|shpss|"
    r"lin_api|figd|sntrys|tvly|pplx|crsr|ya29)[_.-][\w.=+-]{12,}|"
    r"(?:pk|rk|key|pat|hf|npm|pypi|ntn|secret|sbp|fc|gsk|SG|EAA)[_.-]"
    r"(?=\D{0,64}\d)[\w.=+-]{12,}|"
    r"AIza[\w-]{20,}|(?:AKIA|ASIA)[A-Z0-9]{12,}|ATATT[\w=-]{20,}|"
    r"eyJ[\w-]{8,}(?:\.[\w-]*){0,4}"
    r")"
)
_WORD_RE = re.compile(r"(?<![\w/@.+-])[A-Za-z0-9_+=-]{20,}(?![\w/@.+-])")
_SEGMENT_RE = re.compile(r"\A[A-Za-z0-9_+=.~-]{20,}\Z")

_IDENTIFIER_RE = re.compile(
    r"\A[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z", re.IGNORECASE
)

# What stands after an option and is not its value: a secret may start with a dash.
_NEXT_OPTION_RE = re.compile(r"\A(?:--|-[A-Za-z]\Z)")

_REFERENCE_RE = re.compile(r"\A[\"']?\s*\$(?:\{[\w:.-]+\}|\w+)[\"']?\Z")


def MaskCommand(command, arguments=None):
    """Masks the secrets in a command line.

    Args:
      command (object): JSON value, the command or the whole command line.
      arguments (Optional[object]): JSON value, list of the arguments of the command.

    Returns:
      str: command line or None if there is no command.
    """
    text = values.ToString(command)
    if not text:
        return None

    option = None
    for argument in values.ToStrings(arguments):
        masked_argument = _MaskArgument(option, argument[: _MAXIMUM_TEXT_LENGTH + 1])
        if any(character.isspace() for character in masked_argument):
            masked_argument = shlex.quote(masked_argument)
        text = f"{text:s} {masked_argument:s}"
        if len(text) > _MAXIMUM_TEXT_LENGTH:
            break
        option = argument if _NEXT_OPTION_RE.match(argument) else None
    return MaskText(text)


def MaskText(text):
    """Masks the secrets in text that holds commands or URLs.

    Args:
      text (str): text.

    Returns:
      str: text in which secrets are replaced; of more than 8 Ki characters the start,
          with dots at the end.
    """
    if len(text) > _MAXIMUM_TEXT_LENGTH:
        return f"{MaskText(_CutText(text)):s}..."
    text = _URL_RE.sub(lambda match: MaskURL(match.group()), text)
    text = _BEARER_RE.sub(_MaskValue, text)
    for position_re in _POSITION_RES + _PROGRAM_RES:
        text = position_re.sub(_MaskValue, text)
    text = _ASSIGNMENT_RE.sub(_MaskAssignment, text)
    text = _OPTION_RE.sub(_MaskOption, text)
    text = _TOKEN_RE.sub(MASK, text)
    return _WORD_RE.sub(_MaskWord, text)


def MaskURL(url):
    """Masks the secrets in a URL: user information, query values and keys in the path.

    Args:
      url (str): URL.

    Returns:
      str: URL in which secrets are replaced; of more than 8 Ki characters the start,
          with dots at the end.
    """
    if len(url) > _MAXIMUM_TEXT_LENGTH:
        return f"{MaskURL(_CutText(url)):s}..."
    scheme, separator, rest = url.partition("://")
    if not separator:
        return url

    rest, hash_sign, fragment = rest.partition("#")
    rest, question_mark, query = rest.partition("?")
    authority, slash, path = rest.partition("/")

    user, at_sign, host = authority.rpartition("@")
    if user:
        authority = f"{MASK:s}{at_sign:s}{host:s}"

    path = "/".join(
        MASK if _LooksLikeToken(urllib.parse.unquote(segment)) else segment
        for segment in path.split("/")
    )

    parts = []
    for part in query.split("&"):
        name, equals_sign, value = part.partition("=")
        if not equals_sign and _LooksLikeToken(urllib.parse.unquote(name)):
            part = MASK
        elif value and not _IsPlainQueryValue(name, value):
            part = f"{name:s}={MASK:s}"
        parts.append(part)
    query = "&".join(parts)

    fragment = MASK if fragment else ""
    return (
        f"{scheme:s}{separator:s}{authority:s}{slash:s}{path:s}{question_mark:s}"
        f"{query:s}{hash_sign:s}{fragment:s}"
    )


def _IsPlainQueryValue(name, value):
    """Determines if a query value can be shown.

    Args:
      name (str): name of the value.
      value (str): value.

    Returns:
      bool: True if neither the name nor the look of the value tells it is a secret.
    """
    if name.lower() in _SECRET_QUERY_NAMES or _SECRET_NAME_RE.search(name):
        return False
    value = urllib.parse.unquote_plus(value)
    # A value may hold a query, or a URL, of its own.
    if len(value) > 64 or "=" in value or "://" in value:
        return False
    return not _TOKEN_RE.search(value) and not _LooksLikeToken(value)


def _IsReference(value):
    """Determines if a value only names an environment variable or an input.

    Args:
      value (str): value, such as "${env:API_KEY}".

    Returns:
      bool: True if the value holds no secret but tells where it comes from.
    """
    return bool(_REFERENCE_RE.match(value))


def _LooksLikeToken(text):
    """Determines if the look of a word tells that it is a key or a token.

    Args:
      text (str): word.

    Returns:
      bool: True if the word is a key or token by its prefix, or long and made of
          letters and digits. Identifiers, which are UUIDs, are not.
    """
    if _IDENTIFIER_RE.match(text):
        return False
    if _TOKEN_RE.match(text):
        return True
    if not _SEGMENT_RE.match(text):
        return False

    number_of_digits = sum(character.isdigit() for character in text)
    if number_of_digits < 3 or number_of_digits == len(text):
        return False
    # Names are made of words: a token has no long run of letters.
    return max(map(len, re.split(r"[^A-Za-z]+|(?<=[a-z])(?=[A-Z])", text))) < 8


def _CutText(text):
    """Cuts text that is too long to be masked.

    Args:
      text (str): text of more than 8 Ki characters.

    Returns:
      str: start of the text, without a last word that was cut through: half a token
          does not look like one.
    """
    end = _MAXIMUM_TEXT_LENGTH
    start = end - _MAXIMUM_WORD_LENGTH
    return text[:start] + text[start:end].rstrip(_WORD_CHARACTERS)


def _MaskArgument(option, argument):
    """Masks an argument by the option before it.

    Args:
      option (str): option that stands before the argument, or None.
      argument (str): argument.

    Returns:
      str: argument, masked if the option tells that it is or holds a secret.
    """
    if not option or "=" in option or _NEXT_OPTION_RE.match(argument):
        return argument

    separator = None
    if option in _ENVIRONMENT_OPTIONS:
        separator = "="
    elif option in _HEADER_OPTIONS:
        separator = ":"
    if separator:
        name, separator, value = argument.partition(separator)
        if not separator or _IsReference(value):
            return argument
        return f"{name:s}{separator:s}{MASK:s}"

    if _SECRET_NAME_RE.search(option) and not _IsReference(argument):
        return MASK
    return argument


def _MaskAssignment(match):
    """Masks the value of an assignment.

    Args:
      match (re.Match): match of the assignment.

    Returns:
      str: text that replaces the assignment.
    """
    name, separator, scheme, value = match.group("name", "separator", "scheme", "value")
    if _IsReference(value) or (separator == ":" and value.startswith("//")):
        return match.group()
    return f"{name:s}{separator:s}{scheme or '':s}{_MaskQuoted(value):s}"


def _MaskOption(match):
    """Masks the value of an option.

    Args:
      match (re.Match): match of the end of the name of the option and its value.

    Returns:
      str: text that replaces the option.
    """
    name, separator, value = match.group("name", "separator", "value")
    start = match.start()
    if _IsReference(value) or not _OPTION_START_RE.search(
        match.string[max(start - 66, 0) : start]
    ):
        return match.group()
    return f"{name:s}{separator:s}{_MaskQuoted(value):s}"


def _MaskQuoted(value):
    """Retrieves the mask of a value with the quotes that the value had.

    Args:
      value (str): value.

    Returns:
      str: mask.
    """
    quote = value[:1] if value[:1] in "\"'" else ""
    return f"{quote:s}{MASK:s}{quote:s}"


def _MaskValue(match):
    """Masks a value, unless it only refers to an environment variable.

    Args:
      match (re.Match): match with a name and a value.

    Returns:
      str: text that replaces the match.
    """
    name, value = match.group("name", "value")
    return match.group() if _IsReference(value) else f"{name:s}{MASK:s}"


def _MaskWord(match):
    """Masks a word that looks like a token.

    Args:
      match (re.Match): match of the word.

    Returns:
      str: the word or what replaces it.
    """
    word = match.group()
    return MASK if _LooksLikeToken(word) else word
