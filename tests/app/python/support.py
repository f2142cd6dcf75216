# SPDX-License-Identifier: GPL-3.0-or-later
"""Small inputs, a folder for each test, and the command line beside the module."""
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

NETWORK = """network:
  name: tiny
  layers:
    - {name: first, R: 3, S: 3, P: 8, Q: 8, C: 16, K: 32}
    - {name: second, P: 8, Q: 8, C: 32, K: 16}
"""


def without_times(json):
    """Answers to one question differ in how long they took and when that was, and in nothing else."""
    return re.sub(r'"(\w+_ms|\w+_seconds|started_at)": [^,\n]+', r'"\1": 0', json)


class FolderTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.store = self.folder / "runs.sqlite"

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return self.folder / name

    def command_line(self, *words, fails=False):
        """What nestloom-cli prints on stdout; of one that fails, on stderr, without its own name and hint at --help."""
        done = subprocess.run([os.environ["NESTLOOM_CLI"], *map(str, words)], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode != 0, fails, done.stderr)
        return re.sub(r"^nestloom-cli: | \(see nestloom-cli .*\)$", "", done.stderr.strip()) if fails else done.stdout
