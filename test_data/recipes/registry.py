"""Windows Registry files in small: enough for plaso to tell Windows and its user.

The format is that of the Windows NT Registry File (REGF) format documentation of the
libregf project: a base block, one bin of cells, keys, values and subkey lists.
"""

import os
import struct

from tests import evidence

# 2026-10-01T14:00:00Z in 100 nanoseconds since 1601.
_FILETIME = (evidence.FILE_SECONDS + 11644473600) * 10000000

_NONE = 0xFFFFFFFF
_BLOCK_SIZE = 4096

_TYPE_STRING = 1
_TYPE_EXPANDABLE_STRING = 2
_TYPE_INTEGER = 4


class _HiveWriter:
    """Collects the cells of a Registry file."""

    def __init__(self):
        """Starts with the header of the bin, whose size is not known yet."""
        super().__init__()
        self._data = bytearray(32)

    def Write(self, path, root_key):
        """Writes the Registry file.

        Args:
          path (str): path of the file.
          root_key (dict[str, object]): the root key: subkeys are dictionaries,
              values are strings or integers.
        """
        root_offset = self._AddKey("ROOT", root_key, _NONE, flags=0x2C)

        remaining_size = -len(self._data) % _BLOCK_SIZE
        if remaining_size:
            self._data += struct.pack("<i", remaining_size)
            self._data += bytes(remaining_size - 4)
        struct.pack_into(
            "<4sII8xQ4x", self._data, 0, b"hbin", 0, len(self._data), _FILETIME
        )

        header = bytearray(_BLOCK_SIZE)
        struct.pack_into(
            "<4sIIQIIIIIII",
            header,
            0,
            b"regf",
            1,
            1,
            _FILETIME,
            1,
            5,
            0,
            1,
            root_offset,
            len(self._data),
            1,
        )
        name = os.path.basename(path).encode("utf-16-le")
        header[48 : 48 + len(name)] = name

        checksum = 0
        for value in struct.unpack_from("<127I", header, 0):
            checksum ^= value
        struct.pack_into("<I", header, 508, checksum)

        evidence.WriteFile(path, bytes(header) + bytes(self._data))

    def _AddCell(self, data):
        """Adds a cell.

        Args:
          data (bytes): data.

        Returns:
          int: offset of the cell.
        """
        offset = len(self._data)
        size = len(data) + 4
        padding_size = -size % 8
        self._data += struct.pack("<i", -(size + padding_size))
        self._data += data + bytes(padding_size)
        return offset

    def _AddKey(self, name, values, parent_offset, flags=0x20):
        """Adds a key with its subkeys and values.

        Args:
          name (str): name.
          values (dict[str, object]): subkeys and values.
          parent_offset (int): offset of the parent key.
          flags (Optional[int]): flags of the key.

        Returns:
          int: offset of the key.
        """
        encoded_name = name.encode("ascii")
        subkeys = {
            key: value for key, value in values.items() if isinstance(value, dict)
        }
        value_offsets = [
            self._AddValue(key, value)
            for key, value in values.items()
            if not isinstance(value, dict)
        ]
        value_list_offset = _NONE
        if value_offsets:
            value_list_offset = self._AddCell(
                struct.pack(f"<{len(value_offsets):d}I", *value_offsets)
            )

        # The subkeys name their parent, whose cell comes first, and the other way
        # round: the offset of the list is filled in later.
        key_offset = self._AddCell(
            struct.pack(
                "<2sHQIIIIIIIIIIIIIIIHH",
                b"nk",
                flags,
                _FILETIME,
                0,
                parent_offset,
                len(subkeys),
                0,
                _NONE,
                _NONE,
                len(value_offsets),
                value_list_offset,
                _NONE,
                _NONE,
                0,
                0,
                0,
                0,
                0,
                len(encoded_name),
                0,
            )
            + encoded_name
        )
        if subkeys:
            data = struct.pack("<2sH", b"lh", len(subkeys))
            # Subkeys are sorted by name, without regard to case.
            for subkey_name in sorted(subkeys, key=str.upper):
                offset = self._AddKey(subkey_name, subkeys[subkey_name], key_offset)
                name_hash = 0
                for character in subkey_name.upper():
                    name_hash = (name_hash * 37 + ord(character)) & 0xFFFFFFFF
                data += struct.pack("<II", offset, name_hash)
            list_offset = self._AddCell(data)
            struct.pack_into("<I", self._data, key_offset + 4 + 28, list_offset)

        return key_offset

    def _AddValue(self, name, value):
        """Adds a value.

        Args:
          name (str): name.
          value (int|str): data.

        Returns:
          int: offset of the value.
        """
        encoded_name = name.encode("ascii")
        if isinstance(value, int):
            data_type, size, data_offset = _TYPE_INTEGER, 0x80000004, value
        else:
            data_type = _TYPE_EXPANDABLE_STRING if "%" in value else _TYPE_STRING
            data = f"{value:s}\x00".encode("utf-16-le")
            size, data_offset = len(data), self._AddCell(data)

        return self._AddCell(
            struct.pack(
                "<2sHIIIHH",
                b"vk",
                len(encoded_name),
                size,
                data_offset,
                data_type,
                1,
                0,
            )
            + encoded_name
        )


def WriteSystemHives(directory, host_name):
    """Writes the Registry files SOFTWARE and SYSTEM.

    The empty keys are those by which dfWinReg tells what file it has.

    Args:
      directory (str): path of the directory Windows/System32/config.
      host_name (str): name of the host.
    """
    _HiveWriter().Write(
        os.path.join(directory, "SOFTWARE"),
        {
            "Microsoft": {
                "Windows": {"CurrentVersion": {"App Paths": {}}},
                "Windows NT": {
                    "CurrentVersion": {
                        "CurrentVersion": "6.3",
                        "CurrentBuild": "26300",
                        "ProductName": "Windows 10 Pro",
                        "SystemRoot": "C:\\Windows",
                        "ProfileList": {
                            "S-1-5-21-1-2-3-1001": {
                                "ProfileImagePath": "C:\\Users\\ana"
                            }
                        },
                    }
                },
            }
        },
    )
    _HiveWriter().Write(
        os.path.join(directory, "SYSTEM"),
        {
            "ControlSet001": {
                "Control": {
                    "ComputerName": {"ComputerName": {"ComputerName": host_name}},
                    "TimeZoneInformation": {
                        "TimeZoneKeyName": "W. Europe Standard Time"
                    },
                }
            },
            "MountedDevices": {},
            "Setup": {},
            "Select": {"Current": 1, "Default": 1, "Failed": 0, "LastKnownGood": 1},
        },
    )
