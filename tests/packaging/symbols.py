#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""The header, the version script and the shared library name the same functions, and what the libraries are made of
keeps to its prefixes (abi-03; installed.sh shows that C and C++ programs link with it). Usage: symbols.py HEADER MAP
SHARED-LIBRARY ARCHIVE..."""

import re
import subprocess
import sys
from pathlib import Path


def defined(library, *options):
    """The global symbols that a library defines, without their versions; not those of the compiler's own."""
    lines = subprocess.check_output(["nm", "--defined-only", "--extern-only", *options, library], text=True).splitlines()
    fields = [line.split() for line in lines]
    names = {field[2].split("@")[0] for field in fields if len(field) == 3 and field[1] != "A"}
    return {name for name in names if not name.startswith("__")}


def undefined(library):
    """What a shared library takes from others, without their versions."""
    lines = subprocess.check_output(["nm", "--dynamic", "--undefined-only", library], text=True).splitlines()
    return {line.split()[-1].split("@")[0] for line in lines}


def main(header, version_script, shared, *archives):
    text = Path(header).read_text()
    declared = set(re.findall(r"^VC_API\b[^;(]*?\b(vc_\w+)\s*\(", text, re.MULTILINE))
    unmarked = set(re.findall(r"^(?!typedef|#|VC_API)\w[^;{}()]*?\b(vc_\w+)\s*\([^;{}]*;", text, re.MULTILINE))
    listed = set(re.findall(r"^\s+(vc_\w+);", Path(version_script).read_text(), re.MULTILINE))
    exported = defined(shared, "--dynamic")
    faults = [
        ("declared without VC_API in the header", unmarked),
        ("declared in the header, not in the version script", declared - listed),
        ("in the version script, not declared in the header", listed - declared),
        ("declared in the header, not exported", declared - exported),
        ("exported, not declared in the header", exported - declared),
        ("called, though it takes the source of randomness from others", undefined(shared) & {"randombytes_close"}),
        ("global in the static library without vc_ or vci_",
         {name for archive in archives for name in defined(archive) if not name.startswith(("vc_", "vci_"))}),
    ]
    for fault, names in faults:
        for name in sorted(names):
            print(f"{name}: {fault}")
    print(f"{len(declared)} functions")
    return 1 if not declared or any(names for _, names in faults) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
