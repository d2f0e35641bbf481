# SPDX-License-Identifier: ISC
"""What the tests of the example programs share: running a program with pipes, with a terminal, or with nobody there."""
import os
import pathlib
import pty
import signal
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
VECTORS = HERE.parent / "vectors"

#: The program under test: the first argument of the test.
PROGRAM = os.path.abspath(sys.argv[1])

#: Arguments that it is always given before others.
ALWAYS = []

#: How long a program may take, in seconds.
PATIENCE = 300


def environment(**changes):
    """An environment that does not depend on the user's terminal; None removes a variable."""
    values = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "NO_COLOR": None, **changes}
    return {name: value for name, value in values.items() if value is not None}


def run(*arguments, **changes):
    """Runs the program to its end; what it prints is read as UTF-8."""
    return subprocess.run([PROGRAM, *ALWAYS, *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True,
                          encoding="utf-8", timeout=PATIENCE, env=environment(**changes))


def run_in_terminal(*arguments, **changes):
    """Runs the program with a terminal as its standard output; returns what it prints there."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([PROGRAM, *ALWAYS, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
                          env=environment(**changes)) as process:
        os.close(theirs)
        output = b""
        try:
            while True:
                output += os.read(ours, 65536)
        except OSError:  # this is how a terminal says that nobody writes to it any more
            os.close(ours)
    return process.returncode, output.decode("utf-8").replace("\r\n", "\n")


def start_without_reader(*arguments, ignore_signal=False):
    """Runs the program with a standard output that nobody reads; returns its exit status and error messages."""
    reader, writer = os.pipe()
    os.close(reader)
    before = signal.signal(signal.SIGPIPE, signal.SIG_IGN if ignore_signal else signal.SIG_DFL)
    try:
        with subprocess.Popen([PROGRAM, *ALWAYS, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=writer,
                              stderr=subprocess.PIPE, encoding="utf-8", env=environment(),
                              restore_signals=False) as process:
            os.close(writer)
            return process.wait(PATIENCE), process.stderr.read()
    finally:
        signal.signal(signal.SIGPIPE, before)


class ProgramTest(unittest.TestCase):
    """Assertions about how a program ends."""

    maxDiff = None

    def succeed(self, *arguments, **changes):
        """The output of a run that must succeed and complain of nothing."""
        result = run(*arguments, **changes)
        self.assertEqual((result.returncode, result.stderr), (0, ""), arguments)
        return result.stdout

    def fail_with(self, status, message, *arguments):
        """A run must end with a status and a message that contains a text; nothing is printed otherwise."""
        result = run(*arguments)
        self.assertEqual((result.returncode, result.stdout), (status, ""), (arguments, result.stderr))
        self.assertIn(message, result.stderr, arguments)
        return result.stderr


def main():
    """Runs the tests of the file that is the program; the first argument was the program under test."""
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)
