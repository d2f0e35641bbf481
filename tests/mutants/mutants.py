#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Are the tests any good? Makes small faults in the sources that know the rules, one at a time, and counts how many the
quick tests notice.

    tests/mutants/mutants.py [--seed N] [--scale PERCENT] [--only FILE] [--again] [--folder FOLDER]

Each file of QUOTAS gets its number of mutants, drawn by the seed: swapped operators, numbers that are one off, dropped
conditions and parts of conditions. What does not compile, or compiles to the same code, is drawn anew. The rule sets are
built once, for all processors, with assertions. Needs a C compiler, pkg-config, Check, jansson and libsodium, and takes
half the time with clang; works in FOLDER, build/mutants unless told, where results.jsonl has what was tried: a run that
was stopped goes on from there, as far as files have not changed.
Survivors that are no faults are listed with reasons in equivalent.txt beside this file. Ends with 1 when fewer than
95 % of the rest are killed.
"""

import argparse
import hashlib
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
SOURCES = ROOT / "libvariantchess"
QUOTAS = {
    "rules_quantum.c": 45,
    "rules_ideal.c": 40,
    "rules_potential.c": 4,
    "rules_classical.h": 14,
    "rules_common.h": 18,
    "movegen.h": 32,
    "ideal_cards.h": 20,
    "ideal_text.h": 18,
    "apply.h": 12,
    "attacks.h": 6,
    "bitboard.h": 4,
    "sweep.h": 5,
    "emit.h": 5,
    "position.h": 8,
    "fen.c": 20,
    "rules_power.c": 38,
    "power_moves.h": 26,
    "power_board.h": 16,
    "power_text.h": 12,
}
# What is tried on a mutant, quickest first; the contract tests, one for each rule set, come last.
TESTS = ["golden", "moves", "positions", "history", "queries", "notation", "callbacks", "options", "encoding", "vectors",
         "arguments"]
RULE_SETS = ["orthodox", "quantum", "potential", "power", "ideal"]
SWAPPED = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+",
    "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|", "+=": "-=", "-=": "+=", "|=": "^=", "&=": "|=", "^=": "|=",
}
TOKEN = re.compile(r"""
    (?P<skip>/\*.*?\*/|//[^\n]*|^[ \t]*\#(?:\\\n|[^\n])*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\s+)
  | (?P<number>0[xX][0-9a-fA-F]+[uUlL]*|\d+[uUlL]*)
  | (?P<name>\w+)
  | (?P<operator><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
""", re.VERBOSE | re.DOTALL | re.MULTILINE)
CLOSING = {"(": ")", "[": "]", "{": "}"}


# ------------------------------------------------------------------------------------------------ drawing mutants ---


class Token:
    def __init__(self, match):
        self.kind, self.text, self.start, self.end = match.lastgroup, match.group(), match.start(), match.end()


def tokens_of(text):
    """The tokens that may be changed: not comments, strings, lines of the preprocessor, or what is asserted, directly or
    by the functions whose name says that something is consistent, which assertions alone ask."""
    tokens = [Token(m) for m in TOKEN.finditer(text) if m.lastgroup != "skip"]
    kept, i = [], 0
    while i < len(tokens):
        if tokens[i].text in ("assert", "static_assert") and tokens[i + 1].text == "(":
            i = closing(tokens, i + 1)
            kept.append(Token(TOKEN.match(";")))  # keeps what is before from running into what is behind
            kept[-1].start = kept[-1].end = tokens[i].end
        elif "consistent" in tokens[i].text and tokens[i - 1].text == "bool" and tokens[i + 1].text == "(":
            i = closing(tokens, closing(tokens, i + 1) + 1)  # its body, behind its parameters
        else:
            kept.append(tokens[i])
        i += 1
    return kept


def closing(tokens, i):
    """The index of the bracket that closes the one at i."""
    depth = 0
    while True:
        depth += tokens[i].text in "([{"
        depth -= tokens[i].text in ")]}"
        if not depth:
            return i
        i += 1


def operand(tokens, i, step):
    """The index of the last token of the operand beside the && or || at i, to the left (-1) or right (1)."""
    depth, ends = 0, {"&&", "||", ",", ";", "?", ":", "=", "return", "{", "}"}
    while 0 <= i + step < len(tokens):
        text = tokens[i + step].text
        inward = text in ("([" if step > 0 else ")]")
        outward = text in (")]" if step > 0 else "([")
        if not depth and (outward or text in ends):
            break
        depth += inward - outward
        i += step
    return i


def mutants_of(text):
    """All (kind, start, end, new text) of a source."""
    tokens = tokens_of(text)
    for i, token in enumerate(tokens):
        before = tokens[i - 1] if i else token
        after_value = before.kind in ("number", "name") and before.text not in ("return", "case") or before.text in ")]"
        if token.kind == "number":
            suffix = token.text.lstrip("0123456789abcdefABCDEFxX") if "x" in token.text.lower() else token.text.lstrip(
                "0123456789")
            value = int(token.text[:len(token.text) - len(suffix)] or "0", 0)
            for new in (value + 1, value - 1)[:2 if value else 1]:
                yield "number", token.start, token.end, f"{new}{suffix}"
        elif token.text in SWAPPED and after_value:
            yield "operator", token.start, token.end, SWAPPED[token.text]
        elif token.text in ("!", "~") and not after_value:
            yield "operator", token.start, token.end, ""
        if token.text in ("if", "while") and tokens[i + 1].text == "(":
            end = closing(tokens, i + 1)
            start, stop = tokens[i + 1].start, tokens[end].end
            yield "condition", start, stop, f"(false && {text[start:stop]})"
            if token.text == "if":
                yield "condition", start, stop, f"(true || {text[start:stop]})"
        if token.text in ("&&", "||") and after_value:
            left, right = operand(tokens, i, -1), operand(tokens, i, 1)
            if left < i < right:
                yield "condition", tokens[left].start, tokens[i].end, ""
                yield "condition", tokens[i].start, tokens[right].end, ""


def drawn(name, text, seed):
    """The mutants of a file in the order in which they are tried: each kind as likely as the others."""
    dice = random.Random(f"{seed} {name}")
    kinds = {}
    for mutant in mutants_of(text):
        kinds.setdefault(mutant[0], []).append(mutant)
    for kind in kinds.values():
        dice.shuffle(kind)
    while kinds:
        kind = dice.choice(sorted(kinds))
        yield kinds[kind].pop()
        if not kinds[kind]:
            del kinds[kind]


# -------------------------------------------------------------------------------------------------------- building ---


def run(command, **options):
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", **options)


def must(command, **options):
    result = run(command, **options)
    if result.returncode:
        sys.exit(f"mutants: {' '.join(map(str, command))}\n{result.stdout}")
    return result.stdout


# Mutants are compiled quickly and tried by the quick tests; those that survive, with optimization, to see whether they
# compile to what there was, and to play the contract tests.
QUICK = [shutil.which("clang") or "cc", "-O0"]
OPTIMIZED = ["cc", "-O1"]


class Tree:
    """A copy of the sources, and what is built of it. What has not changed since the last run is not built again."""

    def __init__(self, folder):
        self.folder = folder
        self.source = folder / "libvariantchess"
        self.objects = {"quick": folder / "quick", "optimized": folder / "optimized"}
        shutil.rmtree(self.source, ignore_errors=True)
        shutil.copytree(SOURCES, self.source)
        for objects in self.objects.values():
            objects.mkdir(parents=True, exist_ok=True)
        packages = {name: must(["pkg-config", "--cflags", "--libs", name]).split() for name in
                    ("libsodium", "check", "jansson")}
        self.sodium = packages["libsodium"]
        self.flags = ["-std=c11", "-fPIC", "-I" + str(ROOT / "include"), "-I" + str(self.source), "-w"]
        self.libraries = packages["check"] + packages["jansson"] + self.sodium + ["-pthread"]
        must(["cc", "-w", ROOT / "tools" / "gen_tables.c", "-o", folder / "gen_tables"])
        (self.source / "tables.c").write_text(must([folder / "gen_tables"]))
        self.names = sorted(path.stem for path in self.source.glob("*.c"))
        self.used = {}  # which files each object is made of
        for name in self.names:
            for kind in self.objects:
                used = self.build(self.object(kind, name), self.library_command(kind, name))
            self.used[name] = set(path.name for path in used)
        tests = ROOT / "tests"
        self.link("quick")
        shared = [self.test_object(tests / f"{name}.c") for name in ("support", "settings")]
        for test in TESTS:
            must(["cc", self.test_object(tests / f"test_{test}.c"), *shared, "-o", folder / f"test_{test}",
                  "-L" + str(folder), "-lvariantchess", *self.libraries])
        contract = ["test_contract", "clauses", "contract_starts", "contract_strings", "scene", "settings"]
        self.contract = [self.test_object(tests / f"{name}.c") for name in contract]

    def library_command(self, kind, name):
        return [*(QUICK if kind == "quick" else OPTIMIZED), *self.flags, "-DVC_BUILD", "-fvisibility=hidden", "-c",
                self.source / f"{name}.c"]

    def test_object(self, source):
        path = self.folder / f"{source.stem}.o"
        self.build(path, [*OPTIMIZED, *self.flags, f'-DVECTORS="{ROOT / "tests" / "vectors"}"', "-c", source])
        return path

    def build(self, path, command):
        """Compiles when command or sources are others than before; returns the sources."""
        rule = must([*command, "-MM"]).replace("\\\n", " ")
        used = [Path(word) for word in rule.split()[1:]]
        digest = hashlib.sha256(repr(command).encode() + b"".join(file.read_bytes() for file in used)).hexdigest()
        mark = path.with_suffix(".digest")
        if not path.exists() or not mark.exists() or mark.read_text() != digest:
            must([*command, "-o", path])
            mark.write_text(digest)
        return used

    def object(self, kind, name):
        return self.objects[kind] / f"{name}.o"

    def compiles(self, kind, name, path):
        return run([*self.library_command(kind, name), "-o", path]).returncode == 0

    def link(self, kind, mutated=None):
        """Makes the shared library of the objects in a folder and, for those that it has not, the unchanged ones."""
        self.linked = [self.object(kind, name) for name in self.names]
        if mutated:
            self.linked = [mutated / path.name if (mutated / path.name).exists() else path for path in self.linked]
        must(["cc", "-shared", *self.linked, "-o", self.folder / "libvariantchess.so", *self.sodium, "-pthread"])

    def link_contract(self):
        must(["cc", *self.contract, *self.linked, "-o", self.folder / "test_contract", *self.libraries])


# ------------------------------------------------------------------------------------------------------------ testing ---


def limited(seconds):
    """What a test's process does first: it may use so much of a processor, wherever it hangs."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.setpgid(0, 0)
    return limit


def passes(tree, test, limits):
    """Whether a test passes within its limit of time: a name of TESTS or of a rule set."""
    contract = test in RULE_SETS
    command = [tree.folder / "test_contract", test] if contract else [tree.folder / f"test_{test}"]
    seconds = limits.get(test, 600)
    environment = dict(os.environ, LD_LIBRARY_PATH=str(tree.folder), CK_TIMEOUT_MULTIPLIER="20", CK_VERBOSITY="silent")
    process = subprocess.Popen([str(word) for word in command], env=environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, preexec_fn=limited(seconds))
    try:
        return process.wait(60 + 30 * seconds) == 0  # one that sleeps uses no processor
    except subprocess.TimeoutExpired:
        return False
    finally:
        try:
            os.killpg(process.pid, 9)
        except ProcessLookupError:
            pass
        process.wait()


def measured(tree):
    """The limit of each test: ten times what it takes here. What was measured before is known by the programs."""
    path = tree.folder / "limits.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    limits = {}
    for test in TESTS + RULE_SETS:
        if test == RULE_SETS[0]:
            tree.link("optimized")
            tree.link_contract()
        program = tree.folder / ("test_contract" if test in RULE_SETS else f"test_{test}")
        parts = program.read_bytes() + (b"" if test in RULE_SETS else (tree.folder / "libvariantchess.so").read_bytes())
        key = f"{test} {hashlib.sha256(parts).hexdigest()}"
        if key not in known:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            if not passes(tree, test, {}):
                sys.exit(f"mutants: {test} fails without any mutant")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            known[key] = int(10 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)) + 3
        limits[test] = known[key]
    path.write_text(json.dumps(known))
    return limits


def concerned(names):
    """The rule sets that the objects with these names are part of: all when another part was touched, too."""
    sets = [name for name in RULE_SETS if f"rules_{name}" in names]
    return sets if len(sets) == len(names) else RULE_SETS


def first_failing(tree, tests, limits):
    return next((test for test in tests if not passes(tree, test, limits)), None)


class NotCompiled(Exception):
    pass


def compile_mutant(tree, kind, parts):
    """Compiles parts of the mutated source one by one, and yields those that come out otherwise than without it."""
    mutated = tree.folder / "mutated"
    shutil.rmtree(mutated, ignore_errors=True)
    mutated.mkdir()
    for part in parts:
        path = mutated / f"{part}.o"
        if not tree.compiles(kind, part, path):
            raise NotCompiled
        if path.read_bytes() == tree.object(kind, part).read_bytes():
            path.unlink()
        else:
            tree.link(kind, mutated)
            yield part


def killer(tree, name, limits):
    """The test that notices the mutated file; None when none does, and also when it is compiled to what there was."""
    touched = [part for part in tree.names if name in tree.used[part]]
    alone = all(part.startswith("rules_") for part in touched)  # no other part sees what one rule set has of a header
    changed = []
    for part in compile_mutant(tree, "quick", touched):
        changed.append(part)
        if alone and len(changed) == 1:  # most die of the first rule set: spares building the others
            test = first_failing(tree, TESTS, limits)
            if test:
                return test
    if not alone or len(changed) > 1:
        test = changed and first_failing(tree, TESTS, limits)
        if test:
            return test
    changed = list(compile_mutant(tree, "optimized", changed))
    if not changed:
        return None
    tree.link_contract()
    rule_set = first_failing(tree, concerned(changed), limits)
    return f"contract_{rule_set}" if rule_set else ""


def attempt(tree, name, text, mutant, limits):
    """Tries a mutant. None when it is none, else the test that kills it, or ""."""
    kind, start, end, new = mutant
    (tree.source / name).write_text(text[:start] + new + text[end:])
    try:
        return killer(tree, name, limits)
    except NotCompiled:
        return None
    finally:
        (tree.source / name).write_text(text)


# ---------------------------------------------------------------------------------------------------------- reporting ---


def described(name, text, mutant):
    """A mutant as the line of equivalent.txt that it would be, without its reason; and its number of the line."""
    kind, start, end, new = mutant
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    change = f"{' '.join(text[start:end].split())} -> {' '.join(new.split()) or 'nothing'}"
    column = len(text[first:start].strip())
    return f"{name} | {' '.join(text[first:last].split())} | {column}: {change}", text.count("\n", 0, start) + 1


def equivalents():
    lines = (HERE / "equivalent.txt").read_text().splitlines()
    return {line.strip() for line in lines if " | " in line and not line.startswith("#")}


def report(results, known):
    total, killed, excused = len(results), 0, 0
    for result in results:
        killed += bool(result["killer"])
        excused += not result["killer"] and result["mutant"] in known
    for result in results:
        if not result["killer"]:
            why = "equivalent" if result["mutant"] in known else "SURVIVED"
            print(f"{why}, line {result['line']}: {result['mutant']}")
    left = total - excused
    share = killed / left if left else 0
    print(f"{total} mutants: {killed} killed, {total - killed} survived, of which {excused} are equivalent; "
          f"{100 * share:.1f} % of the others killed")
    return share


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=int, default=100, help="percent of the quotas")
    parser.add_argument("--only", help="one file of those that have quotas")
    parser.add_argument("--again", action="store_true", help="try again, and alone, what survived before")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "mutants")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    log = arguments.folder / "results.jsonl"
    done = {}
    for line in log.read_text().splitlines() if log.exists() else []:
        result = json.loads(line)
        done[result["digest"], result["line"], result["mutant"]] = result
    known = equivalents()
    tree = Tree(arguments.folder)
    limits = measured(tree)
    print("limits in seconds:", *(f"{test} {seconds}" for test, seconds in limits.items()), flush=True)
    results = []
    for name, quota in QUOTAS.items():
        if arguments.only not in (None, name):
            continue
        text = (tree.source / name).read_text()
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        wanted, found = max(1, quota * arguments.scale // 100), 0
        for mutant in drawn(name, text, arguments.seed):
            if found == wanted:
                break
            what, line = described(name, text, mutant)
            result = done.get((digest, line, what))
            if arguments.again and (not result or result["killer"] != "" or what in known):
                found += bool(result and result["killer"] is not None)
                if result and result["killer"] is not None:
                    results.append(result)
                continue
            if not result or arguments.again:
                begun = time.time()
                result = {"mutant": what, "line": line, "digest": digest,
                          "killer": attempt(tree, name, text, mutant, limits)}
                with log.open("a") as file:
                    print(json.dumps(result), file=file)
                if result["killer"] is not None:
                    print(f"{time.time() - begun:6.1f} s  {result['killer'] or 'SURVIVED'}: {what}", flush=True)
            if result["killer"] is not None:
                results.append(result)
                found += 1
    return 0 if report(results, known) >= 0.95 else 1


if __name__ == "__main__":
    sys.exit(main())
