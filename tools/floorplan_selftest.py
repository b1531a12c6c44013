#!/usr/bin/env python3
"""Show that floorplan.py can fail: run it on small trees, each with one fault."""
import pathlib
import subprocess
import sys
import tempfile

PLAN = "top: low\nlow:\n"
GOOD = {"top/a.cpp": '#include "low/b.hpp"\n#include <vector>\n', "low/b.hpp": '#include "low/c.hpp"\n'}

# name: (plan, files added to GOOD, what the output must say; None where the check must pass)
CASES = {
    "good": (PLAN, {}, None),
    "comment": (PLAN, {"low/c.hpp": '// #include "top/a.hpp"\n'}, None),
    "upward": (PLAN, {"low/c.hpp": '  # include "top/a.hpp"\n'}, "low may not include top"),
    "upward in a test": (PLAN, {"low/c.test.cpp": '#include "top/a.hpp"\n'}, "low may not include top"),
    "upward, deeper": (PLAN, {"low/in/c.cpp": '#include "top/a.hpp"\n'}, "low may not include top"),
    "new folder": (PLAN, {"new/a.cpp": ""}, "new: folder missing from the plan"),
    "relative": (PLAN, {"low/c.hpp": '#include "../top/a.hpp"\n'}, 'write "folder/file.hpp"'),
    "angle": (PLAN, {"low/c.hpp": "#include <top/a.cpp>\n"}, 'write "top/a.cpp"'),
    "cycle": ("top: low\nlow: top\n", {}, "the plan has a cycle: low > top > low"),
    "unknown": ("top: low\nlow: gone\n", {}, "low names gone"),
    "malformed": (PLAN + "word\n", {}, "expected one line"),
}


def run(plan, files):
    with tempfile.TemporaryDirectory() as folder:
        src = pathlib.Path(folder) / "src"
        for name, text in {**GOOD, **files, "floorplan.txt": plan}.items():
            path = src / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        checker = pathlib.Path(__file__).with_name("floorplan.py")
        return subprocess.run([sys.executable, checker, src], capture_output=True, text=True)


def main():
    failed = 0
    for name, (plan, files, expected) in CASES.items():
        result = run(plan, files)
        passed = result.returncode == 0 if expected is None else (
            result.returncode == 1 and expected in result.stdout)
        if not passed:
            failed += 1
            print(f"{name}: status {result.returncode}\n{result.stdout}{result.stderr}")
    print(f"{len(CASES) - failed} of {len(CASES)} cases pass")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
