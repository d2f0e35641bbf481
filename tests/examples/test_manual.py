#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""A program's --help, its man page and its completion for bash tell the same. Usage: test_manual.py PROGRAM SOURCE-ROOT"""
import pathlib
import re
import shutil
import subprocess
import sys

from support import PROGRAM, ProgramTest, environment, main

ROOT = pathlib.Path(sys.argv.pop(2))
NAME = pathlib.Path(PROGRAM).name
PAGE = ROOT / "docs" / "man" / f"{NAME}.1.scd"
COMPLETION = ROOT / "examples" / "completion" / NAME

#: An option in the help, "  -r, --rules NAME", and in the page, "*-r*, *--rules* _NAME_"; the short form may be missing.
IN_HELP = re.compile(r"^  (?:(-\w), |    )(--[a-z-]+)( '?[A-Z][^ ]*)?", re.MULTILINE)
IN_PAGE = re.compile(r"^(?:\*(-\w)\*, )?\*(--[a-z-]+)\*( '?_[A-Z])?", re.MULTILINE)

COMPLETE = """
. "$1"
compopt() { :; } # is for completions that bash itself asks for
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
"$(complete -p "$(basename "$1")" | sed 's/.*-F \\([^ ]*\\) .*/\\1/')" "$1" "${!#}" "${@: -2:1}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


def options(pattern, text):
    """{long option: (short one, whether it takes an argument)}"""
    return {name: (short, bool(argument)) for short, name, argument in pattern.findall(text)}


class Manual(ProgramTest):
    def setUp(self):
        self.help = self.succeed("--help")
        self.options = options(IN_HELP, self.help)
        self.assertIn("--version", self.options)

    def complete(self, *words):
        """What bash would offer for the last of the words behind the program's name."""
        if not shutil.which("bash"):
            self.skipTest("no bash")
        result = subprocess.run(["bash", "-c", COMPLETE, "bash", COMPLETION, PROGRAM, *words], capture_output=True,
                                text=True, env=environment())
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return set(result.stdout.split())

    def test_help_fits_a_terminal(self):
        self.assertTrue(self.help.startswith(f"Usage: {NAME} "))
        self.assertLess(max(map(len, self.help.splitlines())), 80)

    def test_page_has_the_options(self):
        self.assertEqual(options(IN_PAGE, PAGE.read_text()), self.options)

    def test_page_has_the_exit_statuses(self):
        statuses = set(re.findall(r"[:;]\s+(\d)\s", self.help[self.help.index("Exit status:") - 1:].replace(
            "status:", "status: ")))
        section = PAGE.read_text().split("# EXIT STATUS\n")[1].split("\n# ")[0]
        self.assertEqual(set(re.findall(r"^\*(\d)\*$", section, re.MULTILINE)), statuses)
        self.assertIn("2", statuses)

    def test_page_is_well_formed(self):
        text = PAGE.read_text()
        self.assertTrue(text.startswith(f'{NAME}(1) "libvariantchess @VERSION@" "Chess variants"\n'))
        self.assertTrue(re.search(rf"^# NAME\n\n{NAME} - [a-z]", text, re.MULTILINE))
        if not shutil.which("scdoc"):
            self.skipTest("no scdoc")
        roff = subprocess.run(["scdoc"], input=text, capture_output=True, text=True)
        self.assertEqual((roff.returncode, roff.stderr), (0, ""))
        if not shutil.which("mandoc"):
            self.skipTest("no mandoc")
        lint = subprocess.run(["mandoc", "-Tlint", "-Wwarning"], input=roff.stdout, capture_output=True, text=True)
        # That scdoc writes more paragraph macros than it must is no fault of the page.
        self.assertEqual([x for x in lint.stdout.splitlines() if "skipping paragraph macro" not in x], [])

    def test_completion_has_the_options(self):
        self.assertEqual(self.complete("--"), set(self.options))
        self.assertEqual({name for name in self.complete("-") if len(name) == 2},
                         {short for short, _ in self.options.values() if short})

    def test_completion_of_values(self):
        if "--rules" in self.options:
            self.assertEqual(self.complete("--rules", ""), {"orthodox", "quantum", "potential", "power", "ideal"})
            self.assertEqual(self.complete("-r", "po"), {"potential", "power"})
            self.assertEqual(self.complete("--rules", "=", "po"), {"potential", "power"})
            self.assertEqual(len(self.complete("--rules", "=")), 5)
        if "--option" in self.options:
            self.assertEqual(self.complete("-r", "power", "-o", "comb"), {"combo_captures="})


if __name__ == "__main__":
    main()
