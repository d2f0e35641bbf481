# SPDX-License-Identifier: ISC
"""mypy and ruff have nothing to say about the package, where they are at hand; bindings/python/pyproject.toml has
what they are asked. And all modules are installed."""
import os
import re
import shutil
import subprocess
import unittest

from support import PACKAGES


class Style(unittest.TestCase):
    def run_tool(self, name, *arguments):
        tool = shutil.which(name)
        if tool is None:
            self.skipTest("no %s" % name)
        done = subprocess.run([tool, *arguments], cwd=PACKAGES, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=250)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_types(self):
        self.run_tool("mypy", "--cache-dir", os.devnull)

    def test_ruff(self):
        self.run_tool("ruff", "check", "--no-cache", ".")

    def test_everything_is_installed(self):
        package = PACKAGES / "variantchess"
        listed = re.findall(r"'variantchess/(\S+)'", (PACKAGES / "meson.build").read_text(encoding="utf-8"))
        there = [file.name for file in package.iterdir() if file.suffix in (".py", ".typed")]
        self.assertEqual(listed, sorted(there))


if __name__ == "__main__":
    unittest.main()
