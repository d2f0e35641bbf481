#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Every constant of an old public header has the same value in the present one: programs have them compiled in.
Usage: constants.py OLD-HEADER PRESENT-HEADER; compiler in CC

VC_VERSION_..., which tell a version, are left out."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def constants(text):
    """The names of enumerators and of macros that stand for a number."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    macros = re.findall(r"^#define (VC_\w+) +\S", text, re.MULTILINE)
    enumerators = [name for body in re.findall(r"\benum\s*{(.*?)}", text, re.DOTALL)
                   for name in re.findall(r"\b(VC_\w+)\s*=", body)]
    return [name for name in macros + enumerators if not name.startswith("VC_VERSION_") and name != "VC_API"]


def values(header, names):
    """What a compiler makes of the names; None for one that the header has not."""
    declared = header.read_text()
    present = [name for name in names if re.search(rf"\b{name}\b", declared)]
    lines = [f'    printf("{name} %lld\\n", (long long)({name}));' for name in present]
    program = "\n".join([f'#include "{header}"', "#include <stdio.h>", "int main(void)", "{", *lines, "    return 0;", "}"])
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "values.c"
        source.write_text(program)
        compiler = os.environ.get("CC", "cc").split()
        subprocess.run([*compiler, "-std=c11", "-w", str(source), "-o", folder + "/values"], check=True)
        printed = subprocess.check_output([folder + "/values"], text=True)
    told = dict(line.split() for line in printed.splitlines())
    return {name: told.get(name) for name in names}


def main(old, present):
    names = constants(Path(old).read_text())
    before, now = values(Path(old).resolve(), names), values(Path(present).resolve(), names)
    changed = [name for name in names if before[name] != now[name]]
    for name in changed:
        print(f"{name} was {before[name]} and is {now[name]}")
    print(f"{len(names)} constants")
    return 1 if changed or len(names) < 100 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
