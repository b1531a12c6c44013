#!/usr/bin/env python3
"""Check the includes of a source tree against its floor plan.

usage: floorplan.py SRC [PLAN]      PLAN is SRC/floorplan.txt unless given

Fails when a file includes a folder its own folder may not see, when a folder is missing from the
plan, when the plan names a folder it does not list, and when the plan has a cycle.
"""
import pathlib
import re
import sys

SUFFIXES = {".hpp", ".cpp"}
INCLUDE = re.compile(r'\s*#\s*include\s*(["<])([^">]+)[">]')


def read_plan(path):
    """The plan as {folder: set of folders it may include}, and the problems of its text."""
    plan, problems = {}, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        text = line.split("#")[0].strip()
        if not text:
            continue
        folder, colon, allowed = text.partition(":")
        folder = folder.strip()
        if not colon or folder in plan:
            problems.append(f"{path}:{number}: expected one line 'folder: folders' for each folder")
        else:
            plan[folder] = set(allowed.split())
    for folder, allowed in plan.items():
        for unknown in sorted(allowed - plan.keys()):
            problems.append(f"{path}: {folder} names {unknown}, which has no line")
    return plan, problems


def find_cycle(plan):
    """A list of folders that leads back to its first, or None."""
    left = dict(plan)
    while left:  # take away the folders that include none of those left; what stays has a cycle
        ground = [folder for folder, allowed in left.items() if not allowed & left.keys()]
        if not ground:
            break
        for folder in ground:
            del left[folder]
    if not left:
        return None
    path = [min(left)]
    while True:
        above = min(plan[path[-1]] & left.keys())
        if above in path:
            return path[path.index(above):] + [above]
        path.append(above)


def check_includes(src, plan):
    """Yield a problem for each include that the plan does not allow."""
    for path in sorted(p for p in src.rglob("*") if p.suffix in SUFFIXES):
        parts = path.relative_to(src).parts
        if len(parts) < 2:
            yield f"{path}: sources live in a folder of {src.name}/"
            continue
        folder = parts[0]
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            where, quote, target = f"{path}:{number}", match[1], match[2]
            below = target.split("/")[0]
            if quote == "<":
                if (src / target).is_file():
                    yield f'{where}: write "{target}" for a file of the tree'
            elif "/" not in target or below.startswith(".") or not (src / below).is_dir():
                yield f'{where}: write "folder/file.hpp" for a file of the tree, <...> for a library'
            elif below != folder and below not in plan.get(folder, ()):
                yield f"{where}: {folder} may not include {below}"


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    src = pathlib.Path(sys.argv[1])
    plan, problems = read_plan(pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else src / "floorplan.txt")
    folders = {p.name for p in src.iterdir() if p.is_dir()}
    problems += [f"{src / folder}: folder missing from the plan" for folder in sorted(folders - plan.keys())]
    cycle = find_cycle(plan)
    if cycle:
        problems.append("the plan has a cycle: " + " > ".join(cycle))
    problems += check_includes(src, plan)
    print("\n".join(problems) or "the floor plan holds")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
