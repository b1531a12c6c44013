#!/usr/bin/env python3
"""Checks the documentation against the program and the sources.

Usage: check-docs.py KEN_BINARY

- Every ```ispl block of docs/*.md goes through 'KEN check -'; its exit status must be 0, or N if the
  block's first line is the comment '-- exit: N'.
- docs/diagnostics.md has a heading for every code of src/base/codes.hpp.
- Every relative link of every .md file of the tree leads to a file, and to a heading if it names one.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent
SKIPPED = {"build", "node_modules"}  # and every folder whose name starts with a dot
SECONDS = 60


class Report:
    def __init__(self):
        self.passed = 0
        self.failed = 0

    def check(self, good, what):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED {what}")


def blocks(text):
    """(line, language, body, closed) of every fenced block; lines count from 1."""
    fence, start, language, body = None, 0, "", []
    for number, line in enumerate(text.split("\n"), 1):
        mark = re.match(r"\s{0,3}(`{3,}|~{3,})\s*([^\s`]*)\s*$", line)
        if fence is None:
            if mark:
                fence, start, language, body = mark[1], number, mark[2], []
        elif mark and not mark[2] and mark[1].startswith(fence):
            yield start, language, "\n".join(body) + "\n", True
            fence = None
        else:
            body.append(line)
    if fence is not None:
        yield start, language, "\n".join(body) + "\n", False


def without_blocks(text):
    """The text without fenced blocks, lines kept."""
    lines = text.split("\n")
    for start, _, body, _ in blocks(text):
        for i in range(start - 1, min(start + body.count("\n") + 1, len(lines))):
            lines[i] = ""
    return "\n".join(lines)


def prose(text):
    """The same without code marks."""
    return re.sub(r"`[^`\n]*`", "", without_blocks(text))


def check_models(report, ken, page, text):
    for line, language, body, closed in blocks(text):
        place = f"{page.relative_to(TREE)}:{line}"
        if not closed:
            report.check(False, f"{place}: the block is never closed")
        if language != "ispl":
            continue
        first = re.match(r"\s*--\s*exit:\s*(\d+)", body)
        wanted = int(first[1]) if first else 0
        try:
            run = subprocess.run([ken, "check", "-"], input=body.encode(), capture_output=True,
                                 timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            report.check(False, f"{place}: more than {SECONDS} s")
            continue
        words = f"{place}: exit status {run.returncode}, not {wanted}"
        if run.returncode != wanted:
            words += "\n" + (run.stderr + run.stdout).decode(errors="replace").rstrip()
        report.check(run.returncode == wanted, words)


def check_codes(report):
    codes = re.findall(r'"([EWN]\d{3})"', (TREE / "src/base/codes.hpp").read_text())
    report.check(codes, "src/base/codes.hpp: no code was recognised")
    headings = re.findall(r"^#+ ([EWN]\d{3})\b", prose((TREE / "docs/diagnostics.md").read_text()), re.M)
    for code in codes:
        report.check(headings.count(code) == 1, f"docs/diagnostics.md: {code} needs one heading")
    for code in headings:
        report.check(code in codes, f"docs/diagnostics.md: {code} is no code of src/base/codes.hpp")


def pages():
    for folder, folders, files in os.walk(TREE):
        folders[:] = sorted(f for f in folders if f not in SKIPPED and not f.startswith("."))
        for name in sorted(files):
            if name.endswith(".md"):
                yield Path(folder) / name


def anchors(page):
    """The anchors of a page's headings, as the usual web views make them."""
    result = set()
    for heading in re.findall(r"^#+ +(.*)$", without_blocks(page.read_text()), re.M):
        result.add(re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-"))
    return result


def check_links(report, page):
    text = prose(page.read_text())
    targets = re.findall(r"\]\(\s*<?([^)\s>]+)>?[^)]*\)", text)
    targets += re.findall(r"^\s{0,3}\[[^\]]+\]:\s*<?(\S+?)>?\s*$", text, re.M)
    for target in targets:
        if re.match(r"[a-zA-Z][\w+.-]*:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path) if path else page
        place = f"{page.relative_to(TREE)}: {target}"
        report.check(file.exists(), f"{place} leads nowhere")
        if anchor and file.is_file() and file.suffix == ".md":
            report.check(anchor in anchors(file), f"{place}: no such heading")


def main():
    if len(sys.argv) != 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    ken = str(Path(sys.argv[1]).resolve())
    if not os.access(ken, os.X_OK):
        print(f"check-docs.py: {ken} is no program", file=sys.stderr)
        return 2
    report = Report()
    for page in sorted((TREE / "docs").glob("*.md")):
        check_models(report, ken, page, page.read_text())
    check_codes(report)
    for page in pages():
        check_links(report, page)
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
