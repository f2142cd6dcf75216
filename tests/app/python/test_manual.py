# SPDX-License-Identifier: GPL-3.0-or-later
"""The Python of the manual runs as it stands."""
import importlib.util
import os
import re
import unittest
from pathlib import Path

from support import FolderTest

MANUAL = Path(__file__).parents[3] / "resources" / "manual"


class Manual(FolderTest):
    def run_page(self, name):
        blocks = re.findall(r"^```python\n(.*?)^```$", (MANUAL / name).read_text(), re.MULTILINE | re.DOTALL)
        self.assertTrue(blocks)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        for block in blocks:
            exec(compile(block, name, "exec"), {})

    def test_module(self):
        os.environ["NESTLOOM_DATA"] = str(self.folder)
        self.run_page("python.md")

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed")
    def test_database(self):
        for accelerator in ["simba", "eyeriss"]:
            self.command_line("run", "--accelerator", accelerator, "--network", "alexnet", "--layer", "features.3", "--store", self.store)
        self.command_line("sweep", "--accelerator", "simba", "--network", "alexnet", "--axis", "levels.DRAM.read_bandwidth=8,16",
                          "--store", self.store)
        self.run_page("database.md")


if __name__ == "__main__":
    unittest.main()
