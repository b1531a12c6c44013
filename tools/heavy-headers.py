#!/usr/bin/env python3
"""How many sources see a header that is slow to compile, themselves or through others.

    heavy-headers.py SRC

Each limit is what there is, and little more: a build from nothing must stay a matter of a minute.
Exit status 1 and the sources by name where a limit is passed.
"""
import pathlib
import re
import sys

# What g++ 12 took for the header alone, in seconds, and how many sources may pay for it.
LIMITS = {
    "CLI/CLI.hpp": 1,  # 4.9
    "boost/multiprecision/cpp_int.hpp": 6,  # 1.8
    "nlohmann/json.hpp": 7,  # 1.6; all in src/report, so one batch pays for them together
    "regex": 0,
    "iostream": 0,
}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)


def reach(src):
    """For each source, every header it sees."""
    direct = {str(f.relative_to(src)): INCLUDE.findall(f.read_text()) for f in src.rglob("*.?pp")}
    for source in sorted(name for name in direct if name.endswith(".cpp")):
        seen, todo = set(), [source]
        while todo:
            for header in direct.get(todo.pop(), []):
                if header not in seen:
                    seen.add(header)
                    todo.append(header)
        yield source, seen


def main():
    src = pathlib.Path(sys.argv[1])
    who = {header: [] for header in LIMITS}
    for source, seen in reach(src):
        if source.endswith(".test.cpp"):
            continue
        for header in seen & LIMITS.keys():
            who[header].append(source)
    status = 0
    for header, sources in who.items():
        if len(sources) <= LIMITS[header]:
            continue
        status = 1
        print(f"{len(sources)} sources see <{header}>, at most {LIMITS[header]} may: {' '.join(sources)}")
    return status


if __name__ == "__main__":
    sys.exit(main())
