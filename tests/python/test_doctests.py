# SPDX-License-Identifier: ISC
"""The examples in docstrings are right."""
import doctest
import importlib
import pkgutil
import unittest

import variantchess


class Examples(unittest.TestCase):
    def test_every_module(self):
        counted = 0
        for found in pkgutil.iter_modules(variantchess.__path__, "variantchess."):
            if found.name == "variantchess.__main__":
                continue
            try:
                module = importlib.import_module(found.name)
            except ImportError as missing:  # of what is optional
                self.assertNotIn("variantchess", missing.name or "")
                continue
            with self.subTest(found.name):
                failed, run = doctest.testmod(module)
                self.assertEqual(failed, 0)
                counted += run
        failed, run = doctest.testmod(variantchess)
        self.assertEqual(failed, 0)
        self.assertGreater(counted + run, 30)


if __name__ == "__main__":
    unittest.main()
