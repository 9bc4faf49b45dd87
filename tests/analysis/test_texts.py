"""Tests of the hashes of texts."""

from cursor_plaso.analysis import texts


def testHashIgnoresWhiteSpace():
    """Only white space differs between two copies."""
    assert texts.GetHash("user", "a  b\n c") == texts.GetHash("user", " a b c ")
    assert texts.GetHash("user", "a b c") != texts.GetHash("user", "a bc")
    assert texts.GetHash("user", "a") != texts.GetHash("assistant", "a")


def testHashOfNoText():
    """No text has no hash."""
    assert texts.GetHash("user", None) == 0
    assert texts.GetHash("user", " \n") == 0


def testSplitHashes():
    """An assistant text of a transcript may be text and reasoning (storage-facts 6)."""
    hashes = texts.GetSplitHashes("Done.\n\nRead it first.")

    whole = texts.GetHash("thinking", "Done. Read it first.")
    assert hashes == [
        (whole, whole),
        (
            texts.GetHash("assistant", "Done."),
            texts.GetHash("thinking", "Read it first."),
        ),
    ]


def testSplitHashesAreBounded():
    """A text of many paragraphs is taken apart at few of them only."""
    assert len(texts.GetSplitHashes("\n\n".join("abcdefghij"))) == 5
    assert texts.GetSplitHashes(None) == []
    assert texts.GetSplitHashes("\n\n\n\n") == []


def testStripProject():
    """A path below the project is relative to it, on every platform."""
    assert texts.StripProject("/srv/proj/a.py", "/srv/proj") == "a.py"
    assert texts.StripProject("/srv/proj/a.py", "/srv/proj/") == "a.py"
    assert texts.StripProject("c:\\demo\\a.py", "c:\\demo") == "a.py"
    assert texts.StripProject("/srv/project/a.py", "/srv/proj") == "/srv/project/a.py"
    assert texts.StripProject("/srv/proj", "/srv/proj") == "/srv/proj"
    assert texts.StripProject("ls", None) == "ls"
    assert texts.StripProject(None, "/srv/proj") is None
