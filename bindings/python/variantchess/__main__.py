# SPDX-License-Identifier: ISC
"""``python3 -m variantchess``."""
from __future__ import annotations

import argparse
import os
import sys
from typing import List, Optional

from . import __version__, library_version
from .jsonl import serve


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="variantchess", description="Chess variants from the command line.")
    parser.add_argument("--version", action="version",
                        version="variantchess %s (library %s)" % (__version__, library_version()))
    commands = parser.add_subparsers(dest="command", metavar="command", required=True)
    commands.add_parser("jsonl", help="answer requests in JSON, one a line, from standard input",
                        description="Answer requests in JSON, one a line, from standard input on standard output. "
                                    "A request has rules, options, fen, play, ask (state or perft) and depth.")
    return parser


def _forget_output() -> None:
    """Lets what is still in the buffer of standard output go nowhere, instead of failing once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs a command and returns its exit status."""
    _parser().parse_args(arguments)
    if sys.stdin is None or sys.stdout is None:
        print("variantchess: standard input and output are needed", file=sys.stderr)
        return 2
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        _forget_output()  # nobody reads any more, and that is all
    except OSError as error:
        _forget_output()
        print("variantchess: %s" % error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
