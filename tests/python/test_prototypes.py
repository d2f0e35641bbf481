# SPDX-License-Identifier: ISC
"""The lowest layer against the public header and against the library itself."""
import ctypes
import os
import re
import subprocess
import sys
import tempfile
import unittest

from variantchess import _ffi

from support import HEADER, ROOT, environment

SCALARS = {
    "uint8_t": ctypes.c_uint8, "uint32_t": ctypes.c_uint32, "uint64_t": ctypes.c_uint64, "int32_t": ctypes.c_int32,
    "size_t": ctypes.c_size_t, "char": ctypes.c_char, "float": ctypes.c_float,
}
STRUCTS = ("vc_error", "vc_memory", "vc_option", "vc_entry", "vc_event", "vc_odds", "vc_plane", "vc_batch_options",
           "vc_batch_arrays")
OPAQUE = ("vc_rules", "vc_game", "vc_record", "vc_reader", "vc_batch")
CALLBACKS = ("vc_dice_fn", "vc_progress_fn", "vc_event_fn", "vc_write_fn", "vc_read_fn")


def header_text():
    """The header without comments, line continuations and what C++ wants."""
    text = HEADER.read_text(encoding="utf-8").replace("\\\n", " ")
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S)


def read_typedefs(text):
    """Names of plain types, such as vc_action."""
    return {name: SCALARS[base] for base, name in re.findall(r"typedef (\w+) (vc_\w+);", text)}


def read_constants(text):
    """Every enumerator and every object-like macro with a value."""
    constants = {}
    for body in re.findall(r"enum\s*\{(.*?)\}", text, flags=re.S):
        for item in filter(None, (item.strip() for item in body.split(","))):
            name, value = (part.strip() for part in item.split("="))
            constants[name] = int(value, 0)
    for name, value in re.findall(r"^#define (VC_\w+) +(\S.*?)\s*$", text, flags=re.M):
        if name == "VC_API":
            continue
        value = re.sub(r"\(vc_\w+\)", "", value)
        constants[name] = eval(value, {"__builtins__": {}}, constants)
    return constants


class Types:
    """C types as ctypes spells them in _ffi."""

    def __init__(self, text):
        self.plain = dict(SCALARS, **read_typedefs(text))

    def of(self, declaration):
        """The type of a declaration without its name."""
        words = declaration.replace("*", " * ").split()
        stars = words.count("*")
        constant = words[0] == "const"
        base = [word for word in words if word not in ("*", "const")]
        assert len(base) == 1, declaration
        base = base[0]
        if base == "void":
            return {0: None, 1: ctypes.c_void_p}[stars]
        if base == "char" and stars == 1:
            return ctypes.c_char_p if constant else ctypes.POINTER(ctypes.c_char)
        if base in OPAQUE + STRUCTS + CALLBACKS:
            kind = getattr(_ffi, base)
        else:
            kind = self.plain[base]
        for _ in range(stars):
            kind = ctypes.POINTER(kind)
        return kind


def without_name(parameter):
    return re.sub(r"\b\w+$", "", parameter.strip()).strip()


def read_functions(text, types):
    """Name to (type of the result, types of the parameters)."""
    functions = {}
    for result, name, parameters in re.findall(r"VC_API ([\w\s*]+?)\s*\b(vc_\w+)\(([^)]*)\)\s*;", text):
        listed = [] if parameters.strip() == "void" else parameters.split(",")
        functions[name] = (types.of(result), [types.of(without_name(item)) for item in listed])
    return functions


def read_structs(text, types):
    """Name to list of (field, type); a pointer to a function is the type None."""
    structs = {}
    for tag, body, name in re.findall(r"typedef struct (\w+)\s*\{(.*?)\}\s*(\w+);", text, flags=re.S):
        assert tag == name
        fields = []
        for line in filter(None, (line.strip() for line in body.split(";"))):
            pointer = re.match(r".*\(\*(\w+)\)\(", line)
            array = re.match(r"(.*?)(\w+)\[(\w+)\]$", line)
            if pointer:
                fields.append((pointer.group(1), None))
            elif array:
                fields.append((array.group(2), types.of(array.group(1)) * int(array.group(3))))
            else:
                fields.append((line.split()[-1].lstrip("*"), types.of(without_name(line))))
        structs[name] = fields
    return structs


class Prototypes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.text = header_text()
        cls.types = Types(cls.text)

    def test_every_function_has_its_prototype(self):
        functions = read_functions(self.text, self.types)
        self.assertEqual(len(functions), len(re.findall(r"^VC_API", self.text, flags=re.M)), "one was not understood")
        bound = {name for name, value in vars(_ffi).items() if isinstance(value, ctypes._CFuncPtr)
                 and name.startswith("vc_")}
        self.assertEqual(bound, set(functions))
        for name, (result, parameters) in functions.items():
            with self.subTest(name):
                function = getattr(_ffi, name)
                self.assertEqual(function.__name__, name)
                self.assertIs(function.restype, result)
                self.assertEqual(list(function.argtypes), parameters)

    def test_every_constant_has_its_value(self):
        constants = read_constants(self.text)
        self.assertGreater(len(constants), 100)
        ours = {name: value for name, value in vars(_ffi).items() if name.startswith("VC_")}
        self.assertEqual(ours, constants)

    def test_every_struct_has_its_layout(self):
        structs = read_structs(self.text, self.types)
        self.assertEqual(sorted(structs), sorted(STRUCTS))
        for name, fields in structs.items():
            with self.subTest(name):
                ours = getattr(_ffi, name)
                self.assertEqual([field for field, _ in ours._fields_], [field for field, _ in fields])
                for (field, kind), (_, wanted) in zip(ours._fields_, fields):
                    if wanted is None:
                        self.assertTrue(issubclass(kind, ctypes._CFuncPtr), field)
                    else:
                        self.assertIs(kind, wanted, field)

    def test_every_frozen_size(self):
        for name, size in (("vc_error", 256), ("vc_entry", 24), ("vc_event", 64), ("vc_odds", 16)):
            with self.subTest(name):
                self.assertEqual(ctypes.sizeof(getattr(_ffi, name)), size)

    def test_the_library_takes_these_sizes_and_no_others(self):
        rules, game = _ffi.vc_rules_p(), _ffi.vc_game_p()
        self.assertEqual(_ffi.vc_rules_new(_ffi.VC_QUANTUM, None, ctypes.byref(rules)), _ffi.VC_OK)
        self.addCleanup(_ffi.vc_rules_release, rules)
        for difference, wanted in ((0, _ffi.VC_OK), (1, _ffi.VC_ERR_ARGUMENT), (-4, _ffi.VC_ERR_ARGUMENT)):
            option = _ffi.vc_option(size=ctypes.sizeof(_ffi.vc_option) + difference)
            self.assertEqual(_ffi.vc_rules_option(rules, 0, ctypes.byref(option)), wanted)
            error = _ffi.vc_error(size=256 + difference)
            status = _ffi.vc_game_new(rules, b"x", ctypes.byref(game), ctypes.byref(error))
            self.assertEqual(status, _ffi.VC_ERR_ARGUMENT if difference else _ffi.VC_ERR_SYNTAX)
        self.assertEqual(_ffi.vc_game_new(rules, None, ctypes.byref(game), None), _ffi.VC_OK)
        self.addCleanup(_ffi.vc_game_free, game)
        self.assertEqual(_ffi.vc_game_play_text(game, b"a2a3", None), _ffi.VC_OK)
        for difference, wanted in ((0, _ffi.VC_OK), (4, _ffi.VC_ERR_ARGUMENT)):
            entry = _ffi.vc_entry(size=24 + difference)
            self.assertEqual(_ffi.vc_game_entry(game, 0, ctypes.byref(entry)), wanted)

    def test_memory_functions_are_called(self):
        libc = ctypes.CDLL(None)
        libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, (ctypes.c_size_t,)
        libc.free.restype, libc.free.argtypes = None, (ctypes.c_void_p,)
        given = []

        def allocate(user, size):
            given.append(libc.malloc(size))
            return given[-1]

        def deallocate(user, memory):
            given.remove(memory)
            libc.free(memory)

        memory = _ffi.vc_memory(ctypes.sizeof(_ffi.vc_memory), None, _ffi.vc_allocate_fn(allocate),
                                _ffi.vc_deallocate_fn(deallocate))
        rules = _ffi.vc_rules_p()
        self.assertEqual(_ffi.vc_rules_new(_ffi.VC_ORTHODOX, ctypes.byref(memory), ctypes.byref(rules)), _ffi.VC_OK)
        self.assertEqual(len(given), 1)
        self.assertTrue(_ffi.vc_rules_retain(rules))
        _ffi.vc_rules_release(rules)
        self.assertEqual(len(given), 1)
        _ffi.vc_rules_release(rules)
        self.assertEqual(given, [])

    def test_unsigned_results_are_never_negative(self):
        """rng-02: 0xFFFFFFFF must not be read as -1."""
        self.assertEqual(_ffi.vc_rules_ruleset(None), 0xFFFFFFFF)

    def test_null_handles_get_neutral_answers(self):
        self.assertEqual(_ffi.vc_game_actor(None), _ffi.VC_NOBODY)
        self.assertEqual(_ffi.vc_game_en_passant(None), _ffi.VC_NO_SQUARE)
        self.assertEqual(_ffi.vc_game_hash(None), 0)
        self.assertFalse(_ffi.vc_game_rules(None))
        self.assertEqual(_ffi.vc_game_undo(None), _ffi.VC_ERR_ARGUMENT)


class Loading(unittest.TestCase):
    """How the library is found. Each case is a fresh interpreter."""

    def run_import(self, program="import variantchess; print(variantchess._ffi.PATH)", **changes):
        return subprocess.run([sys.executable, "-c", program], env=environment(**changes), text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)

    def test_the_variable_comes_first(self):
        done = self.run_import(VARIANTCHESS_LIBRARY=_ffi.PATH)
        self.assertEqual((done.returncode, done.stdout.strip()), (0, _ffi.PATH))

    def test_a_variable_that_names_nothing_is_an_error_that_says_so(self):
        for path in (str(ROOT / "no" / "such.so"), str(HEADER), str(ROOT)):
            with self.subTest(path):
                done = self.run_import(VARIANTCHESS_LIBRARY=path)
                self.assertEqual(done.returncode, 1)
                last = done.stderr.strip().splitlines()[-1]
                self.assertIn("ImportError", last)
                self.assertIn("VARIANTCHESS_LIBRARY", last)
                self.assertIn(path, last)

    def test_another_library_is_an_error_that_says_so(self):
        other = ctypes.util.find_library("c")
        if other is None:
            self.skipTest("no C library by that name")
        done = self.run_import(VARIANTCHESS_LIBRARY=other)
        self.assertIn("has no function vc_", done.stderr)
        self.assertIn("ImportError", done.stderr)

    def test_beside_the_package(self):
        with tempfile.TemporaryDirectory() as folder:
            package = os.path.join(folder, "variantchess")
            os.mkdir(package)
            for name in os.listdir(os.path.dirname(_ffi.__file__)):
                if name.endswith(".py"):
                    os.symlink(os.path.join(os.path.dirname(_ffi.__file__), name), os.path.join(package, name))
            beside = os.path.join(package, _ffi._NAMES[0])
            os.symlink(os.path.realpath(_ffi.PATH), beside)
            done = self.run_import(VARIANTCHESS_LIBRARY=None, PYTHONPATH=folder)
            self.assertEqual((done.returncode, done.stdout.strip()), (0, beside), done.stderr)

    def test_beside_the_package_in_a_wheel(self):
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(os.path.dirname(_ffi.__file__), os.path.join(folder, "variantchess"))
            libraries = os.path.join(folder, ".variantchess.mesonpy.libs")
            os.mkdir(libraries)
            library = os.path.join(libraries, _ffi._NAMES[0])
            os.symlink(os.path.realpath(_ffi.PATH), library)
            for value, wanted in ((None, library), ("", library), ("system", _ffi._NAMES[0])):
                with self.subTest(value):
                    done = self.run_import(VARIANTCHESS_LIBRARY=value, PYTHONPATH=folder,
                                           LD_LIBRARY_PATH=os.path.dirname(os.path.realpath(_ffi.PATH)))
                    self.assertEqual((done.returncode, done.stdout.strip()), (0, wanted), done.stderr)

    def test_built_in_the_source_tree(self):
        with tempfile.TemporaryDirectory() as folder:
            package = os.path.join(folder, "bindings", "python", "variantchess")
            built = os.path.join(folder, "build", "cp%d%d" % sys.version_info[:2], "libvariantchess")
            os.makedirs(os.path.dirname(package))
            os.makedirs(built)
            os.symlink(os.path.dirname(_ffi.__file__), package)
            library = os.path.join(built, _ffi._NAMES[0])
            os.symlink(os.path.realpath(_ffi.PATH), library)
            done = self.run_import(VARIANTCHESS_LIBRARY=None, PYTHONPATH=os.path.dirname(package))
            self.assertEqual((done.returncode, done.stdout.strip()), (0, library), done.stderr)

    def test_nowhere_says_what_was_tried(self):
        program = ("import ctypes.util, ctypes\n"
                   "ctypes.util.find_library = lambda name: None\n"
                   "class Nothing(ctypes.CDLL):\n"
                   "    def __init__(self, name, *rest, **more):\n"
                   "        raise OSError('%s: not here' % name)\n"
                   "ctypes.CDLL = Nothing\n"
                   "import variantchess\n")
        done = self.run_import(program, VARIANTCHESS_LIBRARY=None)
        self.assertEqual(done.returncode, 1)
        self.assertIn("ImportError: libvariantchess was not found", done.stderr)
        self.assertIn("VARIANTCHESS_LIBRARY is not set", done.stderr)
        self.assertIn(os.path.join("variantchess", _ffi._NAMES[0]) + ": not here", done.stderr)
        self.assertIn("the system knows no library named variantchess", done.stderr)


if __name__ == "__main__":
    unittest.main()
