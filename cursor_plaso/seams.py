"""Where this package takes hold of plaso.

plaso has no interface for parsers and data files from outside (its issue 1249). Each
function here extends one module of plaso when it has been imported: cursor_plaso.hook
says which and calls Extend(). The extensions read our YAML after plaso has read its
own, and never replace what is there: the data folder of a user (`--data`), custom
message formatters, and tagging and filter files of a user win.

A seam is a name within plaso that an extension relies on. When a release of plaso has
moved one, there is one line on stderr that names it, and plaso goes on without us.
"""

import functools
import importlib
import importlib.machinery
import os
import sys

import yaml

from cursor_plaso import hook
from cursor_plaso import resources

# The preset that is added to those of the operating systems.
PRESET = "cursor"

# What went wrong in this process: names of modules of plaso and, for each, one line of
# text per problem.
PROBLEMS = {}

# How the stock presets name the systems that Cursor runs on, in lower case.
_OPERATING_SYSTEMS = frozenset(["linux", "macos"])
_OPERATING_SYSTEM_PREFIX = "windows"

# The template of the Windows presets has no operating system of its own.
_TEMPLATE_PRESETS = frozenset(["win_gen"])

_MARKER = "extended_by_cursor_plaso"

_MAXIMUM_REASON_LENGTH = 200


class SeamError(Exception):
    """Raised when plaso does not have what an extension relies on."""


def _AddMessageFormatters(output_mediator):
    """Adds our message formatters to those that an output mediator has read.

    Args:
      output_mediator (OutputMediator): output mediator.
    """
    # pylint: disable=import-outside-toplevel,protected-access
    from plaso.formatters import yaml_formatters_file

    for path in resources.GetFormattersPaths():
        formatters_file = yaml_formatters_file.YAMLFormattersFile()
        for formatter in formatters_file.ReadFromFile(path):
            data_type = formatter.data_type
            if data_type not in output_mediator._message_formatters:
                output_mediator._message_formatters[data_type] = formatter
                output_mediator._source_mappings[data_type] = formatter.source_mapping


def _AddPresets(presets_manager):
    """Adds our presets, and ours to the presets of the operating systems.

    A preset that names a parser which is not registered would end log2timeline, so
    such names are left out, and with them a preset that would be empty.

    Args:
      presets_manager (ParserPresetsManager): presets manager that has read presets.
    """
    # pylint: disable=import-outside-toplevel,protected-access
    from plaso.parsers import manager
    from plaso.parsers import presets

    definitions = presets_manager._definitions

    with open(resources.GetPresetsPath(), "r", encoding="utf-8") as file_object:
        for values in yaml.safe_load_all(file_object):
            _, unknown_names = manager.ParsersManager.CheckFilterExpression(
                ",".join(values["parsers"])
            )
            names = [name for name in values["parsers"] if name not in unknown_names]
            if names and values["name"] not in definitions:
                definitions[values["name"]] = presets.ParserPreset(
                    values["name"], names
                )

    if PRESET in definitions:
        for preset in definitions.values():
            if _IsOperatingSystemPreset(preset) and PRESET not in preset.parsers:
                preset.parsers.append(PRESET)


def _AddTimelinerDefinitions(event_data_timeliner):
    """Adds our mappings of date and time attributes to those of a timeliner.

    Args:
      event_data_timeliner (EventDataTimeliner): timeliner.
    """
    # pylint: disable=import-outside-toplevel,protected-access
    from plaso.engine import yaml_timeliner_file

    configuration_file = yaml_timeliner_file.YAMLTimelinerConfigurationFile()
    for definition in configuration_file.ReadFromFile(resources.GetTimelinerPath()):
        data_type = definition.data_type
        if data_type not in event_data_timeliner._attribute_mappings:
            event_data_timeliner._attribute_mappings[data_type] = (
                definition.attribute_mappings
            )
            if definition.place_holder_event:
                event_data_timeliner._place_holder_event.add(data_type)


def _CheckModules():
    """Warns about modules of plaso that should be extended but do not exist.

    A module that has been moved is never imported and so would never be missed. It is
    looked for without importing it, since that takes time and is not ours to decide.
    """
    plaso_path = getattr(sys.modules.get("plaso"), "__path__", None)
    if not plaso_path:
        return

    for name in hook.SEAMS:
        if name in sys.modules:
            continue

        segments = name.split(".")
        path = plaso_path
        for index in range(2, len(segments) + 1):
            spec = importlib.machinery.PathFinder.find_spec(
                ".".join(segments[:index]), path
            )
            if spec is None:
                _Warn(name, name, "no such module")
                break

            path = spec.submodule_search_locations or []


def _ExtendMethod(module, class_name, method_name, extension):
    """Has a method call an extension when it is done.

    Args:
      module (types.ModuleType): module of plaso.
      class_name (str): name of a class of the module.
      method_name (str): name of a method of the class.
      extension (function): function that is called with the object.

    Raises:
      SeamError: if the module has no such method.
    """
    class_object = getattr(module, class_name, None)
    method = getattr(class_object, method_name, None)
    if not callable(method):
        raise SeamError(f"no {class_name:s}.{method_name:s}")

    if hasattr(method, _MARKER):
        return

    module_name = module.__name__
    seam = f"{module_name:s}.{class_name:s}.{method_name:s}"

    @functools.wraps(method)
    def ExtendedMethod(self, *args, **kwargs):
        """Calls the method and then the extension.

        Args:
          *args (tuple): positional arguments of the method.
          **kwargs (dict): keyword arguments of the method.

        Returns:
          object: what the method returns.
        """
        result = method(self, *args, **kwargs)

        # The extension relies on plaso and on our data files: neither must end a run.
        try:
            extension(self)
        except Exception as exception:  # pylint: disable=broad-except
            _Warn(module_name, seam, _GetReason(exception))

        return result

    setattr(ExtendedMethod, _MARKER, True)
    setattr(class_object, method_name, ExtendedMethod)


def _ExtendOptions(module, class_name, option_name, get_paths):
    """Has an arguments helper find our data files by their name.

    plaso looks for such a file at the path that it is given and in its data folder.
    Both win over ours.

    Args:
      module (types.ModuleType): module of plaso.
      class_name (str): name of the arguments helper class.
      option_name (str): name of the option that holds the name of the file.
      get_paths (function): function that retrieves the paths of our files.

    Raises:
      SeamError: if the module has no such arguments helper.
    """
    class_object = getattr(module, class_name, None)
    method = getattr(class_object, "ParseOptions", None)
    if not callable(method):
        raise SeamError(f"no {class_name:s}.ParseOptions")

    if hasattr(method, _MARKER):
        return

    module_name = module.__name__
    seam = f"{module_name:s}.{class_name:s}.ParseOptions"

    @functools.wraps(method)
    def ExtendedParseOptions(unused_class, options, configuration_object):
        """Sets the path of our file, if it is named, and calls the method.

        Args:
          options (argparse.Namespace): parser options.
          configuration_object (object): object to be configured.

        Returns:
          object: what the method returns.
        """
        try:
            _SetPathOption(options, configuration_object, option_name, get_paths())
        except Exception as exception:  # pylint: disable=broad-except
            _Warn(module_name, seam, _GetReason(exception))

        return method(options, configuration_object)

    setattr(ExtendedParseOptions, _MARKER, True)
    setattr(class_object, "ParseOptions", classmethod(ExtendedParseOptions))


def _GetReason(exception):
    """Describes an exception in one line.

    Args:
      exception (Exception): exception.

    Returns:
      str: name of the exception and the beginning of its text.
    """
    if isinstance(exception, SeamError):
        return str(exception)

    reason = " ".join(f"{type(exception).__name__:s}: {exception!s}".split())
    return reason[:_MAXIMUM_REASON_LENGTH]


def _IsOperatingSystemPreset(preset):
    """Determines if a preset is that of an operating system that Cursor runs on.

    Args:
      preset (ParserPreset): preset.

    Returns:
      bool: True if the preset is one of Linux, macOS or Windows.
    """
    if preset.name in _TEMPLATE_PRESETS:
        return True

    for operating_system in preset.operating_systems:
        for name in (operating_system.family, operating_system.product):
            name = (name or "").lower()
            if name in _OPERATING_SYSTEMS or name.startswith(_OPERATING_SYSTEM_PREFIX):
                return True

    return False


def _SetPathOption(options, configuration_object, option_name, paths):
    """Replaces the name of one of our data files by its path.

    Args:
      options (argparse.Namespace): parser options.
      configuration_object (object): object that may know the data folder of plaso.
      option_name (str): name of the option that holds the name of the file.
      paths (list[str]): paths of our files.
    """
    name = getattr(options, option_name, None)
    if not name or os.path.isfile(name):
        return

    data_location = getattr(options, "data_location", None) or getattr(
        configuration_object, "data_location", None
    )
    if data_location and os.path.isfile(os.path.join(data_location, name)):
        return

    for path in paths:
        if os.path.basename(path) == name:
            setattr(options, option_name, path)


def _Warn(module_name, seam, reason):
    """Says on stderr that a seam does not hold, once per process and problem.

    Worker processes keep silent, since the main process has said it.

    Args:
      module_name (str): name of the module of plaso that was to be extended.
      seam (str): name within plaso, of the module or of something in it.
      reason (str): why it does not hold.
    """
    problem = f"{seam:s}: {reason:s}"
    module_problems = PROBLEMS.setdefault(module_name, [])
    if problem in module_problems:
        return

    module_problems.append(problem)

    multiprocessing = sys.modules.get("multiprocessing")
    if multiprocessing and multiprocessing.current_process().name != "MainProcess":
        return

    print(
        f"cursor-plaso: unable to extend {problem:s}; plaso goes on without it, see "
        f"cursor-plaso status",
        file=sys.stderr,
    )


def Extend(module):
    """Extends a module of plaso.

    Never raises because of plaso or of our parsers: what does not work is said on
    stderr and kept in PROBLEMS.

    Args:
      module (types.ModuleType): module, one of hook.SEAMS.
    """
    name = module.__name__
    extension = globals()[hook.SEAMS[name]]

    try:
        extension(module)
    except Exception as exception:  # pylint: disable=broad-except
        _Warn(name, name, _GetReason(exception))

    _CheckModules()


def ExtendFilterFiles(module):
    """Has log2timeline and image_export find our filter file by its name.

    Args:
      module (types.ModuleType): plaso.cli.helpers.filter_file.

    Raises:
      SeamError: if plaso has moved the seam.
    """
    _ExtendOptions(
        module, "FilterFileArgumentsHelper", "file_filter", resources.GetFilterPaths
    )


def ExtendOutputMediator(module):
    """Has output mediators know our message formatters.

    Args:
      module (types.ModuleType): plaso.output.mediator.

    Raises:
      SeamError: if plaso has moved the seam.
    """
    for method_name in (
        "ReadMessageFormattersFromDirectory",
        "ReadMessageFormattersFromFile",
    ):
        _ExtendMethod(module, "OutputMediator", method_name, _AddMessageFormatters)


def ExtendPresets(module):
    """Has presets managers know our presets.

    Args:
      module (types.ModuleType): plaso.parsers.presets.

    Raises:
      SeamError: if plaso has moved the seam.
    """
    _ExtendMethod(module, "ParserPresetsManager", "ReadFromFile", _AddPresets)


def ExtendTaggingFiles(module):
    """Has psort find our tagging file by its name.

    Args:
      module (types.ModuleType): plaso.cli.helpers.tagging_analysis.

    Raises:
      SeamError: if plaso has moved the seam.
    """
    _ExtendOptions(
        module,
        "TaggingAnalysisArgumentsHelper",
        "tagging_file",
        resources.GetTagsPaths,
    )


def ExtendTimeliner(module):
    """Has timeliners know our data types.

    Args:
      module (types.ModuleType): plaso.engine.timeliner.

    Raises:
      SeamError: if plaso has moved the seam.
    """
    _ExtendMethod(
        module,
        "EventDataTimeliner",
        "_ReadConfigurationFile",
        _AddTimelinerDefinitions,
    )


def RegisterAnalysisPlugins(unused_module):
    """Registers our analysis plugin, which its import does."""
    importlib.import_module("cursor_plaso.analysis.plugin")


def RegisterParsers(unused_module):
    """Registers our parsers and parser plugins, which their import does."""
    importlib.import_module("cursor_plaso.parsers")
