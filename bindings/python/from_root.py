# SPDX-License-Identifier: ISC
"""What pip asks when it is told to install this folder: meson-python, in the project's root.

The package needs the library, and the library's sources are there; a source distribution is one of the whole project.
"""
import os
import pathlib

import mesonpy

ROOT = pathlib.Path(__file__).resolve().parents[2]


def _in_root(hook):
    def run(*arguments, **more):
        os.chdir(ROOT)  # the process is there for this one call
        return hook(*arguments, **more)
    return run


build_editable = _in_root(mesonpy.build_editable)
build_sdist = _in_root(mesonpy.build_sdist)
build_wheel = _in_root(mesonpy.build_wheel)
get_requires_for_build_editable = _in_root(mesonpy.get_requires_for_build_editable)
get_requires_for_build_sdist = _in_root(mesonpy.get_requires_for_build_sdist)
get_requires_for_build_wheel = _in_root(mesonpy.get_requires_for_build_wheel)
