"""What the readers of settings files have in common: one event per setting.

The files hold no time per setting: an event takes the content modification time of
the file and says so.
"""

from cursor_plaso import events
from cursor_plaso import masking
from cursor_plaso import values
from cursor_plaso.files import interface
from cursor_plaso.files import paths

FILE_TIME_NOTE = "time is that of the file"


class SettingsFileReader(interface.JSONFileReader):
    """Shared functionality of readers of settings files."""

    # pylint: disable=abstract-method

    def _ProduceList(
        self, json_dict, name, evidence_file, producer, setting_name=None, key=None
    ):
        """Produces one event per entry of a list of settings.

        Args:
          json_dict (dict[str, object]): JSON object that holds the list.
          name (str): name of the list.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
          setting_name (Optional[str]): name of the setting, where None represents the
              key.
          key (Optional[str]): place of the list in the document, where None represents
              the name.
        """
        key = key or name
        entries = json_dict.get(name)
        if entries is None:
            return
        if not isinstance(entries, list):
            self._Warn(evidence_file, f"{key:s} is not a list", producer)
            return

        number_of_unsupported_entries = 0
        for index, entry in enumerate(
            self._LimitEntries(evidence_file, entries, producer)
        ):
            if producer.abort:
                return
            if not isinstance(entry, str):
                number_of_unsupported_entries += 1
                continue
            self._ProduceSetting(
                setting_name or key,
                entry,
                f"{key:s}[{index:d}]",
                evidence_file,
                producer,
            )
        if number_of_unsupported_entries:
            self._Warn(
                evidence_file,
                f"{number_of_unsupported_entries:d} entries of {key:s} are not text",
                producer,
            )

    def _ProduceSetting(
        self,
        name,
        value,
        key,
        evidence_file,
        producer,
        details=None,
        recorded_time=None,
        scope=None,
        time_source=None,
    ):
        """Produces the event of a setting.

        Args:
          name (str): name of the setting.
          value (object): JSON value, of which a switch is shown as "true" or "false".
          key (str): place of the setting in the document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
          details (Optional[str]): details of the setting.
          recorded_time (Optional[dfdatetime.DateTimeValues]): time that the document
              holds for the setting.
          scope (Optional[str]): what the setting applies to, where None represents what
              the path tells.
          time_source (Optional[str]): place of that time in the document.
        """
        text = values.ToText(value)
        if text is None:
            return
        event_data = events.CursorPermissionSettingEventData()
        event_data.evidence_source = self.KIND
        event_data.project_path = evidence_file.project_path
        event_data.record_key = key
        event_data.setting_details = details
        event_data.setting_name = name
        event_data.setting_scope = scope or paths.GetScope(evidence_file.path)
        event_data.setting_value = masking.MaskText(text)
        if recorded_time:
            event_data.recorded_time = recorded_time
            event_data.time_source = time_source
        else:
            evidence_file.SetFileTime(event_data)
            event_data.setting_note = FILE_TIME_NOTE
        producer.Produce(event_data)
