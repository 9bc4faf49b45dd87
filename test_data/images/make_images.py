#!/usr/bin/env python3
"""Makes the two disk images of this directory from the trees beside it.

Usage: python test_data/images/make_images.py [DIRECTORY]

linux.ext4.raw   an ext4 file system without journal, a raw image
windows.ntfs.raw   an NTFS file system, a raw image

It needs root, FUSE and the Debian packages e2fsprogs, faketime and ntfs-3g. Raw
images, because libqcow reads some compressed QCOW2 clusters wrong. All times are
2026-10-01T14:00:00Z and all identifiers are fixed: two runs with the same versions of
the tools give the same bytes. The tests use the images as they are committed and need
none of this.
"""

import contextlib
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time

PROJECT_PATH = os.path.dirname(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
)
sys.path.insert(0, PROJECT_PATH)

# pylint: disable=wrong-import-position
from tests import evidence

TREES_PATH = os.path.join(PROJECT_PATH, "test_data", "trees")

# In blocks of 1024 bytes.
_EXT4_SIZE = 1900

# In bytes, a multiple of 512.
_NTFS_SIZE = 3888 * 512

_UUID = "0e0e0e0e-0000-4000-8000-000000000001"
_NTFS_SERIAL_NUMBER = bytes.fromhex("0e0e0e0e00000001")

# In seconds since the epoch, as an argument of faketime and of debugfs.
_SECONDS = evidence.FILE_SECONDS
_FAKE_TIME = "2026-10-01 14:00:00"

# In 100 nanoseconds since 1601.
_FILETIME = (_SECONDS + 11644473600) * 10000000

# Directories of a system that the trees do not have: git keeps no empty directory.
_LINUX_DIRECTORIES = ("tmp", "usr/share", "var/log")
_WINDOWS_DIRECTORIES = ("Program Files", "Windows/Temp")


def MakeLinuxImage(path):
    """Makes the ext4 image.

    Args:
      path (str): path of the raw image.
    """
    if os.path.exists(path):
        os.remove(path)

    with tempfile.TemporaryDirectory() as directory:
        root = os.path.join(directory, "root")
        shutil.copytree(os.path.join(TREES_PATH, "linux"), root)
        for name in _LINUX_DIRECTORIES:
            os.makedirs(os.path.join(root, name), exist_ok=True)
        evidence.SetFileTimes(root)

        _Run(
            "mke2fs",
            "-q",
            "-t",
            "ext4",
            "-O",
            "^has_journal,^resize_inode,^metadata_csum,uninit_bg",
            "-b",
            "1024",
            "-m",
            "0",
            "-N",
            "400",
            "-I",
            "256",
            "-L",
            "linux",
            "-U",
            _UUID,
            "-E",
            f"hash_seed={_UUID:s},root_owner=0:0",
            "-d",
            root,
            path,
            str(_EXT4_SIZE),
        )

        # mke2fs takes the times of change and of creation from this machine.
        commands = []
        for parent, directories, names in os.walk(root):
            for name in [".", *directories, *names]:
                location = os.path.normpath(
                    os.path.join("/", os.path.relpath(parent, root), name)
                )
                is_users = location.startswith("/home/ana")
                for field, value in (
                    ("atime", f"@{_SECONDS:d}"),
                    ("ctime", f"@{_SECONDS:d}"),
                    ("crtime", f"@{_SECONDS:d}"),
                    ("mtime", f"@{_SECONDS:d}"),
                    ("uid", "1000" if is_users else "0"),
                    ("gid", "1000" if is_users else "0"),
                ):
                    commands.append(
                        f'set_inode_field "{location:s}" {field:s} {value:s}'
                    )
        command_path = os.path.join(directory, "commands")
        evidence.WriteLines(command_path, commands)
        _Run("debugfs", "-w", "-f", command_path, path)

    _Run("e2fsck", "-f", "-n", path)


def MakeWindowsImage(path):
    """Makes the NTFS image.

    Args:
      path (str): path of the raw image.
    """
    with tempfile.TemporaryDirectory() as mount_point:
        with open(path, "wb") as file_object:
            file_object.truncate(_NTFS_SIZE)
        _Run(
            "faketime",
            "-f",
            _FAKE_TIME,
            "mkntfs",
            "-F",
            "-Q",
            "-q",
            "-s",
            "512",
            "-c",
            "512",
            "-p",
            "0",
            "-H",
            "16",
            "-S",
            "63",
            "-L",
            "Windows",
            path,
        )
        _SetSerialNumber(path)

        with _MountNTFS(path, mount_point):
            _CopyToNTFS(os.path.join(TREES_PATH, "windows"), mount_point)


def _CopyToNTFS(source, destination):
    """Copies a tree to a mounted NTFS file system, with fixed times.

    Args:
      source (str): path of the tree.
      destination (str): path of the mount point.
    """
    times = struct.pack(">4Q", _FILETIME, _FILETIME, _FILETIME, _FILETIME)

    for name in _WINDOWS_DIRECTORIES:
        os.makedirs(os.path.join(destination, name), exist_ok=True)

    paths = []
    for parent, directories, names in os.walk(source):
        # The order decides on the numbers of the entries.
        directories.sort()
        target = os.path.normpath(
            os.path.join(destination, os.path.relpath(parent, source))
        )
        os.makedirs(target, exist_ok=True)
        for name in sorted(names):
            shutil.copyfile(os.path.join(parent, name), os.path.join(target, name))

    for parent, directories, names in os.walk(destination, topdown=False):
        paths.extend(os.path.join(parent, name) for name in names + directories)
    for path in paths:
        os.setxattr(path, "system.ntfs_times_be", times)


@contextlib.contextmanager
def _MountNTFS(path, mount_point):
    """Mounts an NTFS file system at a fixed time.

    Args:
      path (str): path of the raw image.
      mount_point (str): path of an empty directory.

    Yields:
      None: while the file system is mounted.
    """
    # It stays in the foreground: under faketime its parent does not end otherwise.
    with subprocess.Popen(
        [
            "faketime",
            "-f",
            _FAKE_TIME,
            "ntfs-3g",
            "-o",
            "no_detach",
            path,
            mount_point,
        ],
        env=dict(os.environ, LC_ALL="C", TZ="UTC"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            for _ in range(100):
                if os.path.ismount(mount_point):
                    break
                time.sleep(0.1)
            else:
                raise RuntimeError("The NTFS file system can not be mounted.")
            yield
        finally:
            if os.path.ismount(mount_point):
                _Run("umount", mount_point)
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()


def _SetSerialNumber(path):
    """Sets the serial number of an NTFS volume, which is random.

    Args:
      path (str): path of the raw image.
    """
    size = os.path.getsize(path)
    for offset in (0, size - 512):
        with open(path, "rb") as file_object:
            file_object.seek(offset)
            is_boot_sector = file_object.read(11)[3:] == b"NTFS    "
        if is_boot_sector:
            evidence.PatchFile(path, offset + 0x48, _NTFS_SERIAL_NUMBER)


def _Run(*arguments):
    """Runs a command.

    Args:
      arguments (list[str]): command and its arguments.
    """
    environment = dict(
        os.environ, E2FSPROGS_FAKE_TIME=str(_SECONDS), LC_ALL="C", TZ="UTC"
    )
    # A file system of FUSE keeps the output open: it must not be a pipe.
    with tempfile.TemporaryFile() as file_object:
        result = subprocess.run(
            arguments,
            check=False,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=file_object,
            stderr=subprocess.STDOUT,
            timeout=120,
        )
        if result.returncode != 0:
            file_object.seek(0)
            output = file_object.read().decode("utf-8", errors="backslashreplace")
            raise RuntimeError(f"{arguments!s} failed:\n{output:s}")


def Main():
    """Makes both images."""
    directory = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(__file__) or "."
    MakeLinuxImage(os.path.join(directory, "linux.ext4.raw"))
    MakeWindowsImage(os.path.join(directory, "windows.ntfs.raw"))


if __name__ == "__main__":
    Main()
