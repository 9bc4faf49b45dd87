"""Tests of the filters by path."""

import types
import unittest

from cursor_plaso.parsers import file_filters


def _MakeFileEntry(location, data_stream=None):
    """Makes what the filters look at of a file entry.

    Args:
      location (str): path of the file.
      data_stream (Optional[str]): name of an alternate data stream.

    Returns:
      types.SimpleNamespace: file entry.
    """
    return types.SimpleNamespace(
        path_spec=types.SimpleNamespace(data_stream=data_stream, location=location)
    )


class FileFiltersTest(unittest.TestCase):
    """Tests of the filters by path."""

    def testCursorFileEntryFilter(self):
        """Files that a reader may know match, in the paths of each file system."""
        file_filter = file_filters.CursorFileEntryFilter()

        for location, expected_result in (
            ("/home/ana/.cursor/mcp.json", True),
            ("\\Users\\ana\\.cursor\\mcp.json", True),
            ("C:\\Users\\ana\\.cursor\\mcp.json", True),
            ("home/ana/.cursor/mcp.json", True),
            ("/home/ana/mcp.json", False),
            ("/", False),
            ("", False),
        ):
            with self.subTest(location=location):
                self.assertEqual(
                    file_filter.Match(_MakeFileEntry(location)), expected_result
                )
        self.assertFalse(file_filter.Match(None))

    def testSuffixFileEntryFilter(self):
        """Files with the suffix match, whatever the case of its letters."""
        file_filter = file_filters.SuffixFileEntryFilter(".md")

        self.assertTrue(file_filter.Match(_MakeFileEntry("/a/b.md")))
        self.assertTrue(file_filter.Match(_MakeFileEntry("\\a\\B.MD")))
        self.assertFalse(file_filter.Match(_MakeFileEntry("/a/b.mdx")))
        self.assertFalse(file_filter.Match(None))

    def testDataStreams(self):
        """An alternate data stream, such as the mark of the web, does not match."""
        self.assertFalse(
            file_filters.CursorFileEntryFilter().Match(
                _MakeFileEntry("\\Users\\ana\\.cursor\\mcp.json", "Zone.Identifier")
            )
        )
        self.assertFalse(
            file_filters.SuffixFileEntryFilter(".md").Match(
                _MakeFileEntry("\\Users\\ana\\export.md", "Zone.Identifier")
            )
        )


if __name__ == "__main__":
    unittest.main()
