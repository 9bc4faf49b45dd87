"""Masking of secrets in commands, addresses, settings and names.

The command line of an MCP server or of a hook, an entry of an allow list and the URL
of a server are shown, but not the keys and tokens in them: what a name, a position or
the look of a value tells to be a secret is replaced. Sources: seed "Credentials"
(mcp.json "often hold literal keys"), storage-facts 7.

* MaskCommand, MaskText and MaskURL are for what a person or a program set: there a
  word that looks like a key is taken for one.
* MaskJSON and MaskMember know the name of a value, and MaskJSON what is in it.
* MaskName is for keys, names, identifiers and paths, whose words may look like keys:
  it replaces what is a secret without doubt.
"""

import re
import shlex
import string
import urllib.parse

from cursor_plaso import values

MASK = "***"

# Longer text is cut first: a command is a line, not a document.
_MAXIMUM_TEXT_LENGTH = 8 * 1024

# Objects and lists in a JSON value; what is nested deeper is masked.
_MAXIMUM_DEPTH = 16

# What a token is made of, and how much of one that was cut through is taken off.
_WORD_CHARACTERS = f"{string.ascii_letters:s}{string.digits:s}+/=_.~%-"
_MAXIMUM_WORD_LENGTH = 256

# In names such as bcKey or userPass an upper-case letter starts the word.
_SECRET_WORDS = (
    r"token|secret|passw(?:or)?d|passphrase|passcode|pwd|api[_-]?key|access[_-]?key|"
    r"auth[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|"
    r"license[_-]?key|subscription[_-]?key|account[_-]?key|credential|bearer|"
    r"authorization|cookie|session[_-]?id|signature|verifier|connection[_-]?string|"
    r"(?<![a-z])(?:key|pat|auth|sig|pass|pw|jwt|otp)(?![a-z])|"
    r"(?-i:(?<=[a-z])(?:Auth|Sig|Pass|Pwd|Jwt|Otp)(?![a-z])|"
    r"(?<=[A-Za-z])(?<!ublic)(?<!rimary)(?<!oreign)(?<!ort)(?<!ot)Key(?![a-z]))"
)

_SECRET_NAME_RE = re.compile(_SECRET_WORDS, re.IGNORECASE)

# Names of query values of the authorization-code flow of OAuth.
_SECRET_QUERY_NAMES = frozenset(["code", "state", "nonce", "code_challenge"])

# Objects of an MCP server that hold literal keys, under any name.
_SECRET_OBJECT_NAMES = frozenset(
    ["env", "envvars", "environment", "environmentvariables", "headers"]
)

# Members that name the value beside them, as in {"name": "API_KEY", "value": ...}.
_NAME_MEMBERS = ("name", "key", "id", "header")
_VALUE_MEMBERS = frozenset(["value", "val", "content", "default"])

_ENVIRONMENT_OPTIONS = frozenset(["-e", "--env"])
_HEADER_OPTIONS = frozenset(["-H", "--header"])

# A value in quotes, which may be escaped since it stands in JSON in a string and of
# which the end may be cut off, a list or an object, a reference, or a word.
_VALUE = (
    r"(?:(?P<quote>\\{1,16}[\"']).*?(?:(?<!\\)(?P=quote)|\Z)|"
    r"\"(?:[^\"\\]|\\.?)*(?:\"|\Z)|'[^']*(?:'|\Z)|[\[{][^\]}]*[\]}]?|"
    r"\$\{[\w:.-]{1,128}\}|[^\s\"',;&|)}\]\\]+)"
)

# NAME=value, "name": "value" and name: value where the name tells. Only the end of the
# name is matched: to match its start as well would take quadratic time.
_ASSIGNMENT_RE = re.compile(
    r"(?P<name>(?:" + _SECRET_WORDS + r")[\w.-]{0,64}(?:\\{0,16}[\"'])?)"
    r"(?P<separator>\s{0,8}(?:={1,2}>?|:=?|%3D|%3A(?:%20)?)\s{0,8})"
    r"(?P<scheme>(?:bearer|basic|token|digest|negotiate|ntlm|apikey)\s{1,8})?"
    r"(?P<value>" + _VALUE + ")",
    re.DOTALL | re.IGNORECASE,
)

# --api-key value, where the name tells; also of commands that set a variable or a
# setting. A here-string gives the value to a command such as gh auth login.
_OPTION_RE = re.compile(
    r"(?P<name>(?:" + _SECRET_WORDS + r")[\w.-]{0,64})"
    r"(?P<separator>\s{1,8}(?:<<<\s{0,8})?)"
    r"(?P<value>(?!--|-[A-Za-z](?:\s|\Z))" + _VALUE + ")",
    re.DOTALL | re.IGNORECASE,
)
_OPTION_START_RE = re.compile(
    r"(?:(?:\A|[\s\"'])--?|"
    r"\b(?:setx|setenv|set\s{1,8}-\w{1,8}|config(?:ure)?(?::set)?)"
    r"(?:\s{1,8}[\w:/.-]{1,64}){0,4}?\s{1,8}[/:]{0,4})[\w:/.-]{0,64}\Z",
    re.IGNORECASE,
)
_MAXIMUM_OPTION_START_LENGTH = 200

# What may stand before an option: nothing, white space, or the quote of an argument.
_OPTION_BOUNDARY = r"(?<![^\s\"'(=])"

# Environment variables, cookies, headers and log-in data, by the option that gives
# them: not quoted, and in quotes of either kind.
_ENVIRONMENT_START = (
    rf"(?P<name>{_OPTION_BOUNDARY:s}(?:-e|-b|--env)(?:\s{{1,8}}|=)%s"
    r"[A-Za-z_]\w{0,127}=)"
)
_HEADER_START = (
    rf"(?P<name>{_OPTION_BOUNDARY:s}(?:-H|--header)(?:\s{{1,8}}|=)?%s"
    r"[A-Za-z][\w-]{0,127}\s?:\s?)"
)
_POSITION_RES = tuple(
    re.compile(start % quote + r"(?P<value>" + value + r")")
    for start in (_ENVIRONMENT_START, _HEADER_START)
    for quote, value in (('"', r"[^\"]+"), ("'", r"[^']+"), ("", r"[^\s\"']+"))
) + (
    re.compile(
        rf"(?P<name>{_OPTION_BOUNDARY:s}"
        r"(?:-[uU]\s{0,8}|--(?:proxy-)?user(?:\s{1,8}|=))[\"']?[^\s:\"']{1,128}:)"
        # What docker run is given is a number of a group.
        r"(?P<value>(?![0-9]{1,6}(?:[\s\"']|\Z))[^\s\"']+)"
    ),
    # All of a header whose value has more than one word.
    re.compile(
        r"(?P<name>\b(?:proxy-)?authorization\s?:\s?[A-Za-z][\w-]{0,31}\s{1,4})"
        r"(?P<value>(?!-)[^\s\"',;&|)}\]\\]+)",
        re.IGNORECASE,
    ),
    re.compile(r"(?P<name>\bcookie\s?:\s?)(?P<value>[^\"'\r\n]+)", re.IGNORECASE),
)

# Passwords whose option has another meaning with other programs.
_PROGRAM_RES = tuple(
    re.compile(rf"(?P<name>(?<![\w-]){start:s})(?P<value>{_VALUE:s})", re.DOTALL)
    for start in (
        r"sshpass\s{1,8}-p\s{0,8}",
        r"(?:mysql|mariadb)[\w-]{0,32}(?:\s{1,8}[^\s;&|]{1,64}){0,8}\s{1,8}-p",
        r"redis-cli(?:\s{1,8}[^\s;&|]{1,64}){0,8}\s{1,8}-a\s{1,8}",
        r"(?:docker|podman)\s{1,8}login(?:\s{1,8}[^\s;&|]{1,64}){0,8}\s{1,8}-p\s{1,8}",
    )
)

_BEARER_RE = re.compile(
    r"\b(?P<name>bearer\s{1,8}|basic\s{1,8})(?P<value>" + _VALUE + ")",
    re.DOTALL | re.IGNORECASE,
)

_PRIVATE_KEY_RE = re.compile(
    r"(?P<name>-----BEGIN [A-Z ]{0,32}PRIVATE KEY-----)"
    r"(?P<value>.*?)(?=-----END|\Z)",
    re.DOTALL,
)

_URL_RE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,30}://[^\s\"'<>`]+")

# What parts a scheme from the rest, also where a URL is encoded or stands in JSON.
_SCHEME_END = r"(?::|%3A)(?://|%2F%2F|\\{1,16}/\\{1,16}/)"

# A character of user information, or of a name or a password in it.
_USER_CHARACTER = r"(?:[^\s/@\"'\\%?#<>`]|%(?!2F|3F|40|23|5C)[0-9A-F]{2})"
_NAME_CHARACTER = r"(?:[^\s/@\"'\\%?#<>`:]|%(?!2F|3A|3F|40|23|5C)[0-9A-F]{2})"

# The password in an address. What follows a colon is a port if it is a number; a
# password that is not encoded may hold what would end the host.
_PASSWORD_RE = re.compile(
    rf"(?P<name>{_SCHEME_END:s}{_NAME_CHARACTER:s}{{0,128}}(?::|%3A))"
    r"(?P<value>(?![/\\]|[0-9]{1,5}(?:[/?#\s\"'\\%]|\Z))[^\s@\"<>`,]{1,256}?)(?=@|%40)",
    re.IGNORECASE,
)

# All user information of a web address: a token may be the name of the user.
_WEB_USER_RE = re.compile(
    rf"(?P<name>\bhttps?{_SCHEME_END:s})(?P<value>{_USER_CHARACTER:s}{{1,256}})"
    r"(?=@|%40)",
    re.IGNORECASE,
)

# The password in an address without a scheme.
_BARE_PASSWORD_RE = re.compile(
    r"(?P<name>(?<=[\w.%+~-]):)(?P<value>[^\s@\"'/,\\]{1,128})"
    r"(?=@[A-Za-z0-9][\w-]{0,62}\.[A-Za-z])"
)
_MAIL_NAME_RE = re.compile(r"\b(?:acct|e-?mail|mailto|sip|xmpp)\Z", re.IGNORECASE)

# Values of a query, also an encoded one, whose name tells. Only the end of the name is
# matched.
_QUERY_VALUE_RE = re.compile(
    r"(?P<name>(?:(?:" + _SECRET_WORDS + r")[\w.-]{0,64}|"
    r"(?:[?&]|%3F|%26)(?:code|state|nonce|code_challenge))(?:=|%3D))"
    r"(?P<value>[^\s&#\"'%]+)",
    re.IGNORECASE,
)
_QUERY_START_RE = re.compile(r"(?:[?&;#]|%3F|%26|%23)[\w.-]{0,64}\Z", re.IGNORECASE)

# Values whose look tells: prefixes of well-known services, signed tokens, and long
# runs of letters and digits.
_SERVICE_PREFIXES = (
    r"(?:sk|whsec|xox[a-z]|xapp|gh[a-z]|github_pat|glpat|glptt|dop_v1|shpat|shpss|"
    r"lin_api|figd|sntrys|tvly|pplx|crsr|ya29)[_.-]"
)
_SERVICE_TOKENS = r"AIza[\w-]{20,}|(?:AKIA|ASIA)[A-Z0-9]{12,}|ATATT[\w=-]{20,}|"
_TOKEN_RE = re.compile(
    r"(?<![\w-])(?:" + _SERVICE_PREFIXES + r"[\w.=+-]{12,}|"
    r"(?:pk|rk|key|pat|hf|npm|pypi|ntn|secret|sbp|fc|gsk|SG|EAA)[_.-]"
    r"(?=\D{0,64}\d)[\w.=+-]{12,}|" + _SERVICE_TOKENS + r"eyJ[\w-]{8,}(?:\.[\w-]*){0,4}"
    r")"
)

# The same in a name, where less is a token: families of keys and identifiers start
# like some of them.
_NAME_TOKEN_RE = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    + _SERVICE_PREFIXES
    + r"(?=\D{0,64}\d)[\w.=+-]{12,}|"
    + _SERVICE_TOKENS
    + r"eyJ[\w-]{8,}(?:\.[\w-]+){1,4})"
)
_WORD_RE = re.compile(r"(?<![\w/@.+-])[A-Za-z0-9_+=-]{20,}(?![\w/@.+-])")
_SEGMENT_RE = re.compile(r"\A[A-Za-z0-9_+=.~-]{20,}\Z")

_IDENTIFIER_RE = re.compile(
    r"\A[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z", re.IGNORECASE
)

# What stands after an option and is not its value: a secret may start with a dash.
_NEXT_OPTION_RE = re.compile(r"\A(?:--|-[A-Za-z]\Z)")

# An argument that has its name in it: all that follows is the value.
_NAMED_ARGUMENT_RE = re.compile(
    r"\A(?P<name>[\w./:-]{1,128}(?:=|\s?:\s?))(?P<value>.+)\Z", re.DOTALL
)

_REFERENCE_RE = re.compile(r"\A[\"']?\s*\$(?:\{[\w:.-]+\}|[A-Z_][A-Z0-9_]*)[\"']?\Z")


def IsSecretMember(name, value):
    """Determines if the name of a member tells that its value is a secret.

    Args:
      name (str): name of the member, or its path with dots.
      value (object): JSON value, of which a switch and a number of tokens are none.

    Returns:
      bool: True if it does.
    """
    if isinstance(value, (bool, type(None))):
        return False
    name_parts = name.lower().split(".")
    if isinstance(value, (int, float)) and "token" in name_parts[-1]:
        return False
    return IsSecretName(name) or not _SECRET_OBJECT_NAMES.isdisjoint(name_parts)


def IsSecretName(name):
    """Determines if a name tells that its value is a secret.

    Args:
      name (str): name of a member, a variable, a header or an option.

    Returns:
      bool: True if it does. A name such as "maxTokens" does so too.
    """
    return bool(_SECRET_NAME_RE.search(name))


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

    for argument in _MaskArguments(values.ToStrings(arguments)):
        # What one argument holds is not to be taken for the start of the next.
        argument = MaskText(argument)
        if any(character.isspace() for character in argument):
            argument = shlex.quote(argument)
        text = f"{text:s} {argument:s}"
        if len(text) > _MAXIMUM_TEXT_LENGTH:
            break
    return MaskText(text)


def MaskJSON(value, depth=0):
    """Masks the secrets in a JSON value.

    Args:
      value (object): JSON value.
      depth (Optional[int]): number of objects and lists around the value.

    Returns:
      object: JSON value in which environments, headers, what has the name of a secret,
          secrets in its texts and names, and what is nested more than 16 deep are
          masked.
    """
    if isinstance(value, str):
        return MaskText(value, depth=depth)
    if not isinstance(value, (dict, list)):
        return value
    if depth > _MAXIMUM_DEPTH:
        return MASK
    if isinstance(value, list):
        return [MaskJSON(element, depth + 1) for element in _MaskArguments(value)]

    has_secret_name = any(
        isinstance(value.get(name), str) and IsSecretName(value[name])
        for name in _NAME_MEMBERS
    )
    result = {}
    for name, member in value.items():
        lower_name = name.lower()
        if IsSecretMember(name, member):
            # A member that is called "key" may name the one beside it.
            is_name = lower_name in _NAME_MEMBERS and has_secret_name
            masked_member = member if is_name else MASK
        elif has_secret_name and lower_name in _VALUE_MEMBERS:
            masked_member = MASK
        else:
            masked_member = MaskJSON(member, depth + 1)
        result[MaskName(name)] = masked_member
    return result


def MaskMember(name, text, value=None):
    """Masks the text of a member whose name may tell that it is a secret.

    Args:
      name (str): name of the member, or its path with dots.
      text (str): text of its value.
      value (Optional[object]): JSON value, where None represents the text.

    Returns:
      str: text in which secrets are replaced.
    """
    if IsSecretMember(name, text if value is None else value):
        return MASK
    return MaskText(text)


def MaskName(text):
    """Masks the secrets in a key, a name, an identifier or a path.

    Args:
      text (str): text.

    Returns:
      str: text in which passwords in addresses, secrets in their queries, and tokens
          whose look leaves no doubt are replaced. Everything else, such as a hash, the
          user in "ssh-remote+ana@host" and the path of a URL, stays.
    """
    text = _MaskUsers(text)
    if "=" in text or "%3" in text:
        text = _QUERY_VALUE_RE.sub(_MaskQueryValue, text)
    return _NAME_TOKEN_RE.sub(MASK, text)


def MaskText(text, depth=0):
    """Masks the secrets in text that holds commands, URLs or JSON.

    Args:
      text (str): text.
      depth (Optional[int]): number of objects and lists around the text.

    Returns:
      str: text in which secrets are replaced; of more than 8 Ki characters the start,
          with dots at the end.
    """
    if len(text) > _MAXIMUM_TEXT_LENGTH:
        return f"{MaskText(_CutText(text), depth=depth):s}..."
    if text[:1] in ("{", "["):
        json_value, _ = values.DecodeJSON(text)
        if isinstance(json_value, (dict, list)):
            masked_value = MaskJSON(json_value, depth + 1)
            # JSON without a secret stays as it is written.
            if masked_value != json_value:
                text = values.EncodeJSON(masked_value) or MASK
            return text

    text = _PRIVATE_KEY_RE.sub(_MaskValue, text)
    text = _MaskUsers(text)
    text = _BARE_PASSWORD_RE.sub(_MaskBarePassword, text)
    text = _URL_RE.sub(lambda match: _MaskURL(match.group()), text)
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
      url (str): URL, or what stands in place of one.

    Returns:
      str: URL in which secrets are replaced; of more than 8 Ki characters the start,
          with dots at the end.
    """
    return MaskText(url)


def _MaskURL(url):
    """Masks the secrets in a URL.

    Args:
      url (str): URL.

    Returns:
      str: URL in which secrets are replaced.
    """
    scheme, separator, rest = url.partition("://")
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

    fragment = MASK if fragment else ""
    return (
        f"{scheme:s}{separator:s}{authority:s}{slash:s}{path:s}{question_mark:s}"
        f"{MaskQuery(query):s}{hash_sign:s}{fragment:s}"
    )


def MaskQuery(query):
    """Masks the secrets in the query of a URL.

    Args:
      query (str): query, without the question mark.

    Returns:
      str: query in which secrets are replaced.
    """
    parts = []
    for part in query.split("&"):
        name, equals_sign, value = part.partition("=")
        if not equals_sign and _LooksLikeToken(urllib.parse.unquote(name)):
            part = MASK
        elif value and not _IsPlainQueryValue(name, value):
            part = f"{name:s}={MASK:s}"
        parts.append(part)
    return "&".join(parts)


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
    """Masks an argument by its name or the option before it.

    Args:
      option (str): option that stands before the argument, or None.
      argument (str): argument.

    Returns:
      str: argument, masked if the option tells that it is or holds a secret.
    """
    name, separator, value = argument.partition("=")
    if argument.startswith("-H") and argument[2:3] not in ("", "="):
        name, separator, value = "-H", "", argument[2:]
    if value and name in _ENVIRONMENT_OPTIONS | _HEADER_OPTIONS:
        return f"{name:s}{separator:s}{_MaskArgument(name, value):s}"

    match = _NAMED_ARGUMENT_RE.match(argument)
    if match:
        name, value = match.group("name", "value")
        if IsSecretName(name) and not _IsReference(value):
            return f"{name:s}{MASK:s}"

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


def _MaskArguments(arguments):
    """Masks the arguments of a command that an option before them tells to be secrets.

    Args:
      arguments (list[object]): arguments, of which those that are text are masked.

    Yields:
      object: argument.
    """
    option = None
    for argument in arguments:
        if not isinstance(argument, str):
            yield argument
            option = None
            continue
        yield _MaskArgument(option, argument[: _MAXIMUM_TEXT_LENGTH + 1])
        option = argument if _NEXT_OPTION_RE.match(argument) else None


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
    if MASK in value and value.strip("\\\"'") == MASK:
        # JSON that was cut off may already be masked.
        return match.group()
    return f"{name:s}{separator:s}{scheme or '':s}{_MaskQuoted(value):s}"


def _MaskBarePassword(match):
    """Masks the password in an address without a scheme.

    Args:
      match (re.Match): match of the colon before the password and the password.

    Returns:
      str: text that replaces the match.
    """
    start = match.start()
    if _MAIL_NAME_RE.search(match.string[max(start - 8, 0) : start]):
        return match.group()
    return _MaskValue(match)


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
        match.string[max(start - _MAXIMUM_OPTION_START_LENGTH, 0) : start]
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
    quote = value[: len(value) - len(value.lstrip("\\"))]
    quote = f"{quote:s}{value[len(quote) : len(quote) + 1]:s}"
    if quote[-1:] not in ('"', "'"):
        quote = ""
    return f"{quote:s}{MASK:s}{quote:s}"


def _MaskQueryValue(match):
    """Masks a value that may be one of a query.

    Args:
      match (re.Match): match of the end of the name of the value and the value.

    Returns:
      str: text that replaces the match.
    """
    start = match.start()
    if match.group()[:1] not in "?&%" and not _QUERY_START_RE.search(
        match.string[max(start - 68, 0) : start]
    ):
        return match.group()
    return _MaskValue(match)


def _MaskUsers(text):
    """Masks passwords, and the users of web addresses.

    Args:
      text (str): text.

    Returns:
      str: text without user information that may be a secret.
    """
    if "@" not in text and "%40" not in text:
        return text
    return _PASSWORD_RE.sub(_MaskValue, _WEB_USER_RE.sub(_MaskValue, text))


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
