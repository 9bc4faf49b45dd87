"""Mutations of bytes, for where no fuzzer is installed."""

# Values at the limits of what a field can hold, and what has a meaning in some format.
_TOKENS = (
    b"\x00",
    b"\xff",
    b"\x7f\xff\xff\xff\xff\xff\xff\xff",
    b"\x80\x00\x00\x00\x00\x00\x00\x00",
    b"\xff\xff\xff\xff\x0f",
    b"\xed\xa0\xbd",
    b"\xf0\x9f\x98\x80",
    b"\xe2\x80\xa8",
    b"\xe2\x80\xae",
    b"\xef\xbb\xbf",
    b"\r\n",
    b"\n",
    b"\x1b[31m",
    b'"',
    b"\\",
    b"\\u0000",
    b"\\ud83d",
    b"{",
    b"}",
    b"[",
    b"]",
    b"[[[[[[[[",
    b",",
    b":",
    b"//",
    b"/*",
    b"null",
    b"true",
    b"NaN",
    b"-Infinity",
    b"1e999",
    b"-1",
    b"0",
    b"1.5",
    b"9223372036854775808",
    b"99999999999999999999999999",
    b"1792600000000",
    b"1790000000",
    b"2026-10-01T10:00:00.000Z",
    b"2026-02-31T25:61:61.000Z",
    b"9999-12-31T23:59:59-18:00",
    b"<user_query>",
    b"</user_query>",
    b"<timestamp>",
    b"</timestamp>",
    b"<system_notification>",
    b"Thursday, Oct 1, 2026, 10:00 AM (UTC+2)",
    b'"createdAt":',
    b'"type":',
    b'"text":',
    b'"name":',
    b'"toolFormerData":',
    b'"role":',
    b'"content":',
    b'"bubbleId":',
    b'"fullConversationHeadersOnly":',
    b"file:///c%3A/",
    b"vscode-remote://",
    b"%",
    b"..",
    b"user:\n",
    b"assistant:\n",
    b"[Tool call] ",
    b"[Tool result]",
    b"---\n",
    b"CREATE TABLE t (",
    b"PRIMARY KEY",
    b"WITHOUT ROWID",
)


def Mutate(generator, data, others, maximum_size):
    """Mutates data.

    Args:
      generator (random.Random): generator of random numbers.
      data (bytes): data.
      others (list[bytes]): data of which parts may be taken.
      maximum_size (int): maximum size of the result.

    Returns:
      bytes: data.
    """
    result = bytearray(data)
    for _ in range(1 << generator.randrange(5)):
        position = generator.randrange(len(result) + 1)
        kind = generator.randrange(9)
        if kind == 0 and position < len(result):
            result[position] ^= 1 << generator.randrange(8)
        elif kind == 1 and position < len(result):
            result[position] = generator.randrange(256)
        elif kind == 2:
            token = generator.choice(_TOKENS)
            result[position:position] = token
        elif kind == 3:
            token = generator.choice(_TOKENS)
            result[position : position + len(token)] = token
        elif kind == 4:
            del result[position : position + 1 + generator.randrange(16)]
        elif kind == 5:
            part = result[position : position + 1 + generator.randrange(64)]
            result[position:position] = part
        elif kind == 6:
            other = generator.choice(others)
            start = generator.randrange(len(other) + 1)
            part = other[start : start + 1 + generator.randrange(256)]
            result[position : position + generator.randrange(64)] = part
        elif kind == 7:
            result[position:position] = bytes(
                generator.randrange(256) for _ in range(generator.randrange(8))
            )
        elif generator.randrange(4) == 0:
            del result[position:]
    return bytes(result[:maximum_size])
