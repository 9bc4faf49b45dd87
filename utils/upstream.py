#!/usr/bin/env python3
"""Lays the package out as a change of plaso itself, in a checkout of plaso.

Usage: python utils/upstream.py CHECKOUT

The checkout is a directory that holds plaso, the package, and may hold tests and
test_data. Files are added, and some of plaso's own extended: see docs/upstreaming.md.
"""

import argparse
import os
import re
import shutil
import sys

import black

PROJECT_PATH = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# What plugs an installed package into plaso: plaso itself needs none of it.
_PLUG_MODULES = frozenset(["__init__", "cli", "hook", "resources", "seams", "status"])

# Tests of it, of the test data, and of rules that plaso does not have, and programs.
_OTHER_TESTS = frozenset(
    [
        "test_cli",
        "test_conformance",
        "test_hook",
        "test_packaging",
        "test_resources",
        "test_seams",
        "test_status",
        "test_test_data",
    ]
)

# Directories of tests that are laid out. Analysis plugins have tests of their own kind.
_TEST_DIRECTORIES = (
    "",
    "agent",
    "analysis",
    "files",
    "parsers",
    "recovery",
    "state",
    "transcripts",
)

# Not dependencies of plaso's tests, or tests that are no methods of a class.
_FOREIGN_RE = re.compile(
    r"^(?:(?:from|import) (?:hypothesis|pytest|timesketch)\b|def test)", re.MULTILINE
)

# What pylint of plaso's configuration says of tests, which are not linted here.
_TEST_CHECKS = (
    "attribute-defined-outside-init",
    "consider-using-with",
    "keyword-arg-before-vararg",
    "line-too-long",
    "missing-type-doc",
    "no-member",
    "no-value-for-parameter",
    "protected-access",
    "redundant-returns-doc",
    "too-many-arguments",
    "unbalanced-dict-unpacking",
    "unbalanced-tuple-unpacking",
    "use-implicit-booleaness-not-comparison",
)

_PARSER_DIRECTORIES = {"jsonl": "jsonl_plugins", "sqlite": "sqlite_plugins"}

_READERS = "plaso.helpers.cursor"
_TESTS = "tests.helpers.cursor"

# Presets of the operating systems that get the preset cursor.
_PRESETS = frozenset(["linux", "macos", "win_gen"])

_FROM_RE = re.compile(
    r"^(?P<indent> *)from (?P<package>[\w.]+) import (?P<name>\w+)"
    r"(?: as (?P<alias>\w+))?$",
    re.MULTILINE,
)

# The types of a parameter in a docstring: pylint knows "str | bytes", and does not
# know "str|bytes".
_TYPES_RE = re.compile(r"^( +\w+ \()([^()\n]+\|[^()\n]+)(\): )", re.MULTILINE)

_MAXIMUM_LINE_LENGTH = 88

_DEPENDENCY = "protobuf"
_DEPENDENCY_VERSION = "4.22"

_NAME_RE = re.compile(r"\b(?:cursor_plaso|parsers|tests)(?:[./]\w+)+")

# The block of the imports of plaso at the top of a module.
_PLASO_IMPORTS_RE = re.compile(
    r"(?:^from plaso[\w.]* import [^\n]+\n\n?)+", re.MULTILINE
)

_REGISTRATION = "manager.ParsersManager.RegisterParser("


class UpstreamLayout:
    """Layout of the package in a checkout of plaso.

    Attributes:
      left_out (list[str]): tests that plaso can not run, since it runs unittest only.
      modules (dict[str, str]): names of modules of plaso per name of a module of ours.
      paths (list[str]): paths of the files that were written, relative to the checkout.
    """

    def __init__(self, checkout_path):
        """Initializes a layout.

        Args:
          checkout_path (str): path of the checkout.
        """
        super().__init__()
        self._checkout_path = checkout_path
        self.left_out = []
        self.modules = {}
        self.paths = []

    def _AddDependency(self):
        """Adds the dependency that plaso lacks, where the checkout lists them."""
        path = os.path.join(self._checkout_path, "pyproject.toml")
        if os.path.exists(path):
            text = _ReadText(path)
            line = f'    "{_DEPENDENCY:s} >= {_DEPENDENCY_VERSION:s}",\n'
            if line not in text:
                text = text.replace('    "psutil ', f'{line:s}    "psutil ')
                self._Write("pyproject.toml", text)

        path = os.path.join(self._checkout_path, "dependencies.ini")
        if os.path.exists(path):
            text = _ReadText(path)
            if f"[{_DEPENDENCY:s}]" not in text:
                section = (
                    f"[{_DEPENDENCY:s}]\ndpkg_name: python3-protobuf\n"
                    f"minimum_version: {_DEPENDENCY_VERSION:s}\n"
                    "rpm_name: python3-protobuf\nversion_property: __version__\n\n"
                )
                text = text.replace("[psutil]", f"{section:s}[psutil]")
                self._Write("dependencies.ini", text)

    def _AddImports(self, package, names):
        """Adds imports to the __init__ module of a package of plaso, in order.

        Args:
          package (str): name of the package.
          names (list[str]): names of modules.
        """
        relative_path = os.path.join(*package.split("."), "__init__.py")
        text = _ReadText(os.path.join(self._checkout_path, relative_path))
        lines = text.split("\n")
        for name in names:
            line = f"from {package:s} import {name:s}"
            if line in lines:
                continue
            indexes = [
                index
                for index, other in enumerate(lines)
                if other.startswith(f"from {package:s} import ")
                and not other.endswith("_plugins")
            ]
            index = next(
                (index for index in indexes if lines[index] > line), indexes[-1] + 1
            )
            lines.insert(index, line)
        self._Write(relative_path, "\n".join(lines))

    def _AddPresets(self):
        """Adds the preset, and the preset to those of the operating systems."""
        relative_path = os.path.join("plaso", "data", "presets.yaml")
        documents = _ReadDocuments(os.path.join(self._checkout_path, relative_path))
        (preset,) = _ReadDocuments(
            os.path.join(PROJECT_PATH, "formatters", "presets.yaml")
        )[1:]

        head, documents = documents[0], documents[1:]
        if preset not in documents:
            position = next(
                index
                for index, document in enumerate(documents)
                if _GetValue(document, "name") > "cursor"
            )
            documents.insert(position, preset)
        for index, document in enumerate(documents):
            if _GetValue(document, "name") in _PRESETS:
                lines = document.rstrip("\n").split("\n")
                first = lines.index("parsers:") + 1
                if "- cursor" not in lines:
                    position = next(
                        (
                            number
                            for number in range(first, len(lines))
                            if lines[number] > "- cursor"
                        ),
                        len(lines),
                    )
                    lines.insert(position, "- cursor")
                documents[index] = "\n".join(lines) + "\n"

        self._Write(relative_path, "---\n".join([head] + documents))

    def _AddTimelinerEntries(self):
        """Adds the timeliner entries to those of plaso, in order."""
        relative_path = os.path.join("plaso", "data", "timeliner.yaml")
        documents = _ReadDocuments(os.path.join(self._checkout_path, relative_path))
        entries = _ReadDocuments(
            os.path.join(PROJECT_PATH, "formatters", "timeliner.yaml")
        )
        for entry in entries[1:]:
            if entry in documents:
                continue
            data_type = _GetValue(entry, "data_type")
            position = next(
                (
                    index
                    for index, document in enumerate(documents)
                    if index and _GetValue(document, "data_type") > data_type
                ),
                len(documents),
            )
            documents.insert(position, entry)
        self._Write(relative_path, "---\n".join(documents))

    def _CopyFile(self, source_path, relative_path):
        """Copies a file.

        Args:
          source_path (str): path of the file.
          relative_path (str): path relative to the checkout.
        """
        path = os.path.join(self._checkout_path, relative_path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copyfile(source_path, path)
        self.paths.append(relative_path)

    def _FindModules(self):
        """Determines which module of ours becomes which module of plaso."""
        top_path = os.path.join(PROJECT_PATH, "cursor_plaso")
        for path, name in _ListModules(top_path):
            module_name = ".".join(["cursor_plaso"] + path + [name])
            if not path and name in _PLUG_MODULES:
                continue
            if path == ["analysis"] and name == "plugin":
                self._AddModule(module_name, "plaso.analysis.cursor")
                continue
            self._AddModule(module_name, ".".join([_READERS] + path + [name]))

        top_path = os.path.join(PROJECT_PATH, "parsers")
        for _, name in _ListModules(top_path):
            if name == "__init__":
                continue
            self._AddModule(
                f"cursor_plaso.parsers.{name:s}",
                f"plaso.parsers.{self._GetParserModule(name):s}",
            )

        self._FindTests()

    def _FindTests(self):
        """Determines which tests, and what they share, become which of plaso."""
        texts = {}
        for prefix in (["test_data", "recipes"], ["tests"]):
            for path, name in _ListModules(os.path.join(PROJECT_PATH, *prefix)):
                module_name = ".".join(prefix + path + [name])
                texts[module_name] = _ReadText(_GetPath(module_name))

        imports = {
            module_name: {
                f"{match['package']:s}.{match['name']:s}"
                for match in _FROM_RE.finditer(text)
            }
            for module_name, text in texts.items()
        }
        unusable = {
            module_name
            for module_name, text in texts.items()
            if _FOREIGN_RE.search(text)
            or any(
                name.startswith(("cursor_plaso.", "utils."))
                and name not in self.modules
                and f"{name:s}.__init__" not in self.modules
                for name in imports[module_name]
            )
        }
        # What imports something that can not be used can not be used either.
        size = None
        while size != len(unusable):
            size = len(unusable)
            unusable.update(
                module_name
                for module_name, names in imports.items()
                if names & unusable
            )

        needed = set()
        self.left_out = []
        for module_name in sorted(texts):
            directory, _, name = module_name[len("tests.") :].rpartition(".")
            if not module_name.startswith("tests.") or not name.startswith("test_"):
                continue
            if directory not in _TEST_DIRECTORIES or name in _OTHER_TESTS:
                continue
            if module_name in unusable:
                self.left_out.append(module_name)
            elif "unittest.TestCase" in texts[module_name]:
                needed.add(module_name)

        size = None
        while size != len(needed):
            size = len(needed)
            for module_name in list(needed):
                needed.update(imports[module_name] & set(texts))

        packages = {module_name.rpartition(".")[0] for module_name in needed}
        needed.update(
            f"{package:s}.__init__"
            for package in packages - {"tests.parsers"}
            if f"{package:s}.__init__" in texts
        )
        for module_name in sorted(needed):
            self._AddModule(module_name, self._GetTestModule(module_name, needed))

    def _GetTestModule(self, module_name, needed):
        """Determines what a test, or what tests share, is called in plaso.

        Args:
          module_name (str): name of the module.
          needed (set[str]): names of all modules that are laid out.

        Returns:
          str: name of the module of plaso.
        """
        package, _, name = module_name.rpartition(".")
        upstream_name = name[len("test_") :] if name.startswith("test_") else name
        if f"{package:s}.{upstream_name:s}" in needed - {module_name}:
            # What the tests share has that name already.
            upstream_name = name
        if package == "tests.parsers":
            return f"tests.parsers.{self._GetParserModule(upstream_name):s}"

        directory = package.partition(".")[2]
        return ".".join(filter(None, (_TESTS, directory, upstream_name)))

    def _AddModule(self, name, upstream_name):
        """Adds a module to the layout.

        Args:
          name (str): name of the module.
          upstream_name (str): name of the module of plaso.
        """
        self.modules[name] = upstream_name

    def _GetParserModule(self, name):
        """Determines what a module of parsers/ is called in plaso.

        Args:
          name (str): name of the module, such as "sqlite_cursor_search".

        Returns:
          str: name below plaso.parsers, such as "sqlite_plugins.cursor_search".
        """
        kind, _, rest = name.partition("_")
        if kind in _PARSER_DIRECTORIES:
            return f"{_PARSER_DIRECTORIES[kind]:s}.{rest:s}"

        text = _ReadText(os.path.join(PROJECT_PATH, "parsers", f"{name:s}.py"))
        if _REGISTRATION in text:
            return name
        # What parsers share must not be in a directory of which all is registered.
        if not name.startswith("cursor_"):
            name = f"cursor_{name:s}"
        return f"shared.{name:s}"

    def _RewriteImport(self, match):
        """Rewrites an import.

        Args:
          match (re.Match): match of _FROM_RE.

        Returns:
          str: import.
        """
        name = match["name"]
        full_name = f"{match['package']:s}.{name:s}"
        upstream_name = self.modules.get(full_name) or self.modules.get(
            f"{full_name:s}.__init__", ""
        ).removesuffix(".__init__")
        if not upstream_name:
            upstream_package = self.modules.get(f"{match['package']:s}.__init__")
            if not upstream_package:
                return match[0]
            upstream_name = upstream_package.replace("__init__", name)
        package, _, upstream_name = upstream_name.rpartition(".")
        alias = match["alias"] or (name if name != upstream_name else None)
        suffix = f" as {alias:s}" if alias and alias != upstream_name else ""
        return f"{match['indent']:s}from {package:s} import {upstream_name:s}{suffix:s}"

    def _RewriteName(self, match):
        """Rewrites the name or path of a module in a text.

        Args:
          match (re.Match): match of _NAME_RE.

        Returns:
          str: name or path.
        """
        separator = "/" if "/" in match[0] else "."
        parts = re.split("[./]", match[0])
        if parts[0] == "parsers":
            parts.insert(0, "cursor_plaso")
        for number in range(len(parts), 1, -1):
            name = ".".join(parts[:number])
            upstream_name = self.modules.get(name) or self.modules.get(
                f"{name:s}.__init__"
            )
            if upstream_name:
                upstream_parts = upstream_name.replace(".__init__", "").split(".")
                return separator.join(upstream_parts + parts[number:])
        return match[0]

    def _RewriteModule(self, name, text):
        """Rewrites a module.

        Args:
          name (str): name of the module.
          text (str): text of the module.

        Returns:
          str: text of the module as plaso would have it.
        """
        text = _FROM_RE.sub(self._RewriteImport, text)
        text = _NAME_RE.sub(self._RewriteName, text)
        if name == "tests.lib":
            text = re.sub(
                r"^PROJECT_PATH = .*?(?=\n\n)",
                "PROJECT_PATH = os.path.abspath(\n"
                '    os.path.join(__file__, "..", "..", "..", "..")\n)\n'
                'TEST_DATA_PATH = os.path.join(PROJECT_PATH, "test_data", "cursor")',
                text,
                count=1,
                flags=re.DOTALL | re.MULTILINE,
            )
        if self.modules[name].startswith("tests."):
            checks = ", ".join(_TEST_CHECKS)
            head, separator, rest = text.partition('"""\n\n')
            text = f"{head:s}{separator:s}# pylint: disable={checks:s}\n\n{rest:s}"
            if "unittest.main()" in text:
                text = f"#!/usr/bin/env python3\n{text:s}"

        text = _PLASO_IMPORTS_RE.sub(_SortImports, text)
        text = _TYPES_RE.sub(
            lambda match: f"{match[1]:s}{match[2].replace('|', ' | '):s}{match[3]:s}",
            text,
        )
        text = "\n".join(
            line
            for long_line in text.split("\n")
            for line in _WrapLine(long_line, "pylint: disable")
        )
        is_short = all(len(line) <= _MAXIMUM_LINE_LENGTH for line in text.split("\n"))
        if is_short and not name.endswith("_pb2"):
            # Formatted as it was, and black takes its time.
            return text
        return black.format_str(text, mode=black.Mode(line_length=_MAXIMUM_LINE_LENGTH))

    def _Write(self, relative_path, text):
        """Writes a file.

        Args:
          relative_path (str): path relative to the checkout.
          text (str): text of the file.
        """
        path = os.path.join(self._checkout_path, relative_path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file_object:
            file_object.write(text)
        self.paths.append(relative_path)

    def Write(self):
        """Writes the layout."""
        self._FindModules()
        for name, upstream_name in sorted(self.modules.items()):
            relative_path = os.path.join(*upstream_name.split(".")) + ".py"
            text = self._RewriteModule(name, _ReadText(_GetPath(name)))
            self._Write(relative_path, text)

        for package in ("tests.helpers", "tests.parsers.shared"):
            relative_path = os.path.join(*package.split("."), "__init__.py")
            if not os.path.exists(os.path.join(self._checkout_path, relative_path)):
                self._Write(relative_path, "")

        for package in ("", ".jsonl_plugins", ".sqlite_plugins"):
            prefix = f"plaso.parsers{package:s}"
            self._AddImports(
                prefix,
                sorted(
                    name.rpartition(".")[2]
                    for name in self.modules.values()
                    if name.rpartition(".")[0] == prefix
                ),
            )
        if "cursor_plaso.analysis.plugin" in self.modules:
            self._AddImports("plaso.analysis", ["cursor"])

        data_path = os.path.join(PROJECT_PATH, "formatters")
        self._CopyFile(
            os.path.join(data_path, "cursor.yaml"),
            os.path.join("plaso", "data", "formatters", "cursor.yaml"),
        )
        for name in sorted(os.listdir(data_path)):
            if name.startswith(("filter_", "tag_")):
                self._CopyFile(
                    os.path.join(data_path, name), os.path.join("plaso", "data", name)
                )
        self._AddTimelinerEntries()
        self._AddPresets()
        self._AddDependency()

        for path, directory_names, names in os.walk(
            os.path.join(PROJECT_PATH, "cursor_plaso", "agent")
        ):
            directory_names.clear()
            for name in names:
                if name.endswith(".proto"):
                    self._CopyFile(
                        os.path.join(path, name),
                        os.path.join("plaso", "helpers", "cursor", "agent", name),
                    )
        self._CopyTestData()

    def _CopyTestData(self):
        """Copies the evidence files: the recipes are with the tests."""
        top_path = os.path.join(PROJECT_PATH, "test_data")
        for path, directory_names, names in os.walk(top_path):
            if path == top_path:
                directory_names[:] = sorted(set(directory_names) - {"recipes"})
            if "__pycache__" in directory_names:
                directory_names.remove("__pycache__")
            for name in sorted(names):
                if not name.endswith((".py", ".pyc")):
                    source_path = os.path.join(path, name)
                    self._CopyFile(
                        source_path,
                        os.path.join(
                            "test_data",
                            "cursor",
                            os.path.relpath(source_path, top_path),
                        ),
                    )


def _GetPath(module_name):
    """Determines where a module is.

    Args:
      module_name (str): name of the module.

    Returns:
      str: path of the module.
    """
    parts = module_name.split(".")
    if parts[:2] == ["cursor_plaso", "parsers"]:
        parts = parts[1:]
    return os.path.join(PROJECT_PATH, *parts) + ".py"


def _GetValue(document, name):
    """Retrieves a value of the first level of a YAML document.

    Args:
      document (str): YAML document.
      name (str): name of the value.

    Returns:
      str: value without quotes, empty if there is none.
    """
    match = re.search(rf"^{name:s}: '?([^'\n]*)'?$", document, re.MULTILINE)
    return match[1] if match else ""


def _ListModules(top_path):
    """Lists modules.

    Args:
      top_path (str): path of the directory.

    Yields:
      tuple[list[str], str]: names of the directories of a module, relative to the
          directory, and its name.
    """
    for path, directory_names, names in os.walk(top_path):
        directory_names[:] = sorted(set(directory_names) - {"__pycache__"})
        relative_path = os.path.relpath(path, top_path)
        parts = [] if relative_path == "." else relative_path.split(os.sep)
        for name in sorted(names):
            if name.endswith(".py"):
                yield parts, name[: -len(".py")]


def _ReadDocuments(path):
    """Reads the documents of a YAML file as they are.

    Args:
      path (str): path of the file.

    Returns:
      list[str]: what stands before the first document, and the documents.
    """
    return re.split(r"^---\n", _ReadText(path), flags=re.MULTILINE)


def _ReadText(path):
    """Reads a text file.

    Args:
      path (str): path of the file.

    Returns:
      str: text.
    """
    with open(path, "r", encoding="utf-8") as file_object:
        return file_object.read()


def _SortImports(match):
    """Sorts the imports of plaso in one block.

    Args:
      match (re.Match): match of _PLASO_IMPORTS_RE.

    Returns:
      str: block, which ends with the empty line that it ended with.
    """
    lines = sorted(line for line in match[0].split("\n") if line)
    suffix = "\n\n" if match[0].endswith("\n\n") else "\n"
    return "\n".join(lines) + suffix


def _WrapLine(line, marker):
    """Wraps a line of a docstring or a comment, which longer names made too long.

    Args:
      line (str): line.
      marker (str): text in a line that must not be wrapped.

    Yields:
      str: line.
    """
    prefix = re.match(r" *(?:# )?", line)[0]
    is_text = prefix.endswith("# ") or re.match(r" *[A-Za-z`(*]", line)
    if marker in line or any(sign in line for sign in ('"', "=", " import ")):
        is_text = False
    while is_text and len(line) > _MAXIMUM_LINE_LENGTH:
        position = line.rfind(" ", len(prefix), _MAXIMUM_LINE_LENGTH + 1)
        if position <= len(prefix):
            break
        yield line[:position]
        line = f"{prefix:s}{line[position + 1:]:s}"
    yield line


def Main(arguments=None):
    """Lays the package out.

    Args:
      arguments (Optional[list[str]]): command line arguments, where None takes those
          of the process.

    Returns:
      int: exit code.
    """
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("checkout", metavar="CHECKOUT", help="checkout of plaso")
    options = parser.parse_args(arguments)

    if not os.path.isfile(os.path.join(options.checkout, "plaso", "__init__.py")):
        print(f"not a checkout of plaso: {options.checkout:s}", file=sys.stderr)
        return 1

    layout = UpstreamLayout(options.checkout)
    layout.Write()

    print(f"{len(layout.paths):d} files written, of which modules:")
    for name, upstream_name in sorted(layout.modules.items()):
        print(f"  {name:s} -> {upstream_name:s}")
    print("Tests left out, since they are written for pytest or hypothesis:")
    for name in layout.left_out:
        print(f"  {name:s}")
    return 0


if __name__ == "__main__":
    sys.exit(Main())
