"""Finds out what plaso knows of this package, for `cursor-plaso status`.

It looks with plaso's own eyes: the parsers that its manager holds, the presets that
its presets manager reads and so on, in an interpreter that started like that of
log2timeline.
"""

import argparse
import inspect
import os
import platform
import sys

from importlib import metadata

import cursor_plaso

from cursor_plaso import hook

_DISTRIBUTION_NAME = "cursor-plaso"
_PLUG_FILE_NAME = "cursor_plaso.pth"

# The plug needs interfaces that came with this release of plaso.
_MINIMUM_PLASO_VERSION = "20260512"


class Status:
    """What is plugged in where, and what is wrong.

    Attributes:
      analysis_plugins (list[str]): analysis plugins of this package that plaso has
          registered.
      data_types (list[str]): data types that this package defines.
      formatters (list[str]): our data types that psort has a message formatter for.
      operating_system_presets (list[str]): presets of plaso that hold ours.
      package_path (str): path of the package.
      package_version (str): version of the package.
      parsers (list[str]): parsers and plugins of this package that plaso has
          registered.
      plaso_version (str): version of plaso or None if there is no plaso.
      plug_path (str): path of the .pth file or None if there is none.
      preset_parsers (list[str]): parsers and plugins that our preset holds.
      problems (list[str]): what is wrong, one line each.
      python_version (str): version of Python.
      seams (dict[str, bool]): per module of plaso that is extended, True if that
          works.
      timeliner_entries (list[str]): our data types that log2timeline makes events of.
    """

    def __init__(self):
        """Initializes a status that knows nothing of plaso yet."""
        super().__init__()
        self.analysis_plugins = []
        self.data_types = []
        self.formatters = []
        self.operating_system_presets = []
        self.package_path = os.path.dirname(os.path.abspath(cursor_plaso.__file__))
        self.package_version = cursor_plaso.__version__
        self.parsers = []
        self.plaso_version = None
        self.plug_path = self._GetPlugPath()
        self.preset_parsers = []
        self.problems = []
        self.python_version = platform.python_version()
        self.seams = {}
        self.timeliner_entries = []

    def _CheckAnalysisPlugins(self):
        """Determines the registered analysis plugins."""
        # pylint: disable=import-outside-toplevel
        from plaso.analysis import manager

        self.analysis_plugins = sorted(
            name
            for name, plugin_class in manager.AnalysisPluginManager.GetPlugins()
            if self._IsOurs(plugin_class)
        )
        if not self.analysis_plugins:
            self.problems.append("no analysis plugin is registered")

    def _CheckDataTypes(self):
        """Determines the data types and what is known of them."""
        # pylint: disable=import-outside-toplevel,protected-access
        from plaso.engine import timeliner
        from plaso.output import mediator

        from cursor_plaso import events

        self.data_types = sorted(
            class_object.DATA_TYPE
            for _, class_object in inspect.getmembers(events, inspect.isclass)
            if getattr(class_object, "DATA_TYPE", None)
        )

        data_location = self._GetDataLocation()
        event_data_timeliner = timeliner.EventDataTimeliner(data_location=data_location)
        output_mediator = mediator.OutputMediator(None, data_location=data_location)
        output_mediator.ReadMessageFormattersFromDirectory(
            os.path.join(data_location, "formatters")
        )

        for data_type in self.data_types:
            if (
                data_type in event_data_timeliner._attribute_mappings
                or data_type in event_data_timeliner._place_holder_event
            ):
                self.timeliner_entries.append(data_type)

            if output_mediator.GetMessageFormatter(data_type):
                self.formatters.append(data_type)

        for description, names in (
            ("timeliner entry", self.timeliner_entries),
            ("message formatter", self.formatters),
        ):
            missing_names = sorted(set(self.data_types).difference(names))
            if missing_names:
                self.problems.append(f"no {description:s}: {', '.join(missing_names)}")

    def _CheckParsers(self):
        """Determines the registered parsers and plugins, and the presets."""
        # pylint: disable=import-outside-toplevel,protected-access
        from plaso.parsers import manager
        from plaso.parsers import presets

        parser_names = []
        for name, parser_class in manager.ParsersManager._GetParsers():
            if self._IsOurs(parser_class):
                parser_names.append(name)

            if parser_class.SupportsPlugins():
                for plugin_name, plugin_class in parser_class.GetPlugins():
                    if self._IsOurs(plugin_class):
                        parser_names.append(f"{name:s}/{plugin_name:s}")

        self.parsers = sorted(parser_names)
        if not self.parsers:
            self.problems.append("no parser is registered")

        presets_manager = presets.ParserPresetsManager()
        presets_manager.ReadFromFile(
            os.path.join(self._GetDataLocation(), "presets.yaml")
        )
        preset = presets_manager.GetPresetByName("cursor")
        if preset:
            self.preset_parsers = sorted(preset.parsers)
        self.operating_system_presets = [
            name
            for name in presets_manager.GetNames()
            if "cursor" in presets_manager.GetPresetByName(name).parsers
        ]

        missing_names = sorted(set(self.parsers).difference(self.preset_parsers))
        if missing_names:
            self.problems.append(f"not in a preset: {', '.join(missing_names)}")

        if not self.operating_system_presets:
            self.problems.append("not in the preset of any operating system")

    def _CheckVersions(self):
        """Determines if the plug is in place and if there is a plaso for it."""
        if hook.IsDisabled():
            self.problems.append(f"switched off by {hook.DISABLE_VARIABLE:s}")
        elif not hook.IsInstalled():
            self.problems.append(
                "the plug was not run when Python started: install the package with pip"
            )

        try:
            # pylint: disable=import-outside-toplevel
            import plaso

            self.plaso_version = plaso.__version__
        except ImportError:
            self.problems.append("no plaso in this environment")
            return

        # The version is a date, hence its text can be compared.
        if self.plaso_version < _MINIMUM_PLASO_VERSION:
            self.problems.append(
                f"plaso is older than {_MINIMUM_PLASO_VERSION:s}, the oldest supported"
            )

    def _GetDataLocation(self):
        """Determines where plaso has its data files, as its tools do.

        Returns:
          str: path of the data files.
        """
        # pylint: disable=import-outside-toplevel,protected-access
        from plaso.cli import tools
        from plaso.cli.helpers import data_location

        tool = tools.CLITool()
        data_location.DataLocationArgumentsHelper.ParseOptions(
            argparse.Namespace(data_location=None), tool
        )
        return tool._data_location

    def _GetPlugPath(self):
        """Determines where the .pth file is.

        Returns:
          str: path of the .pth file or None if there is none.
        """
        # A source tree that Python finds first has a distribution without the plug.
        for distribution in metadata.distributions(name=_DISTRIBUTION_NAME):
            path = str(distribution.locate_file(_PLUG_FILE_NAME))
            if os.path.isfile(path):
                return path

        return None

    def _IsOurs(self, class_object):
        """Determines if a class is one of this package.

        Args:
          class_object (type): class.

        Returns:
          bool: True if the class is one of this package.
        """
        return class_object.__module__.partition(".")[0] == cursor_plaso.__name__

    def Collect(self):
        """Determines everything.

        What does not work is a problem, not an exception.
        """
        self._CheckVersions()
        if not self.plaso_version:
            return

        for check in (
            self._CheckParsers,
            self._CheckDataTypes,
            self._CheckAnalysisPlugins,
        ):
            # This is the tool that is run when plaso is not as expected.
            try:
                check()
            except Exception as exception:  # pylint: disable=broad-except
                self.problems.append(f"{type(exception).__name__:s}: {exception!s}")

        seams = sys.modules.get("cursor_plaso.seams")
        for name in hook.SEAMS:
            seam_problems = seams.PROBLEMS.get(name, []) if seams else []
            self.problems.extend(seam_problems)
            self.seams[name] = bool(seams) and not seam_problems

    def GetLines(self):
        """Describes the status.

        Returns:
          list[str]: lines of text.
        """
        lines = [
            f"cursor-plaso {self.package_version:s} in {self.package_path:s}",
            f"plaso {self.plaso_version or 'not found':s}",
            f"Python {self.python_version:s} in {sys.prefix:s}",
            f"Plug: {self.plug_path or 'no .pth file found':s}",
        ]

        if self.seams:
            lines.append("")
            lines.append("Seams:")
            for name, holds in self.seams.items():
                lines.append(f"  {name:s}: {'holds' if holds else 'DOES NOT HOLD':s}")

        if self.plaso_version:
            presets = ", ".join(self.operating_system_presets) or "none"
            lines.append("")
            lines.append(f"Parsers and plugins ({len(self.parsers):d}):")
            lines.extend(f"  {name:s}" for name in self.parsers)
            lines.append("")
            lines.append(
                f"Preset cursor: {len(self.preset_parsers):d} parsers and plugins"
            )
            lines.append(f"Presets that hold it: {presets:s}")
            lines.append(f"Data types: {len(self.data_types):d}")
            lines.append(f"Timeliner entries: {len(self.timeliner_entries):d}")
            lines.append(f"Message formatters: {len(self.formatters):d}")
            lines.append(
                f"Analysis plugins: {', '.join(self.analysis_plugins) or 'none':s}"
            )

        lines.append("")
        if self.problems:
            lines.append(f"Problems ({len(self.problems):d}):")
            lines.extend(f"  {problem:s}" for problem in self.problems)
        else:
            lines.append("No problems.")

        return lines
