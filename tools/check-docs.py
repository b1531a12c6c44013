#!/usr/bin/env python3
"""Checks the documentation against the program and the sources.

Usage: check-docs.py KEN_BINARY [--update]

- Every ```ispl block of docs/*.md goes through 'KEN check -'; its exit status must be 0, or N if the
  block's first line is the comment '-- exit: N'.
- What a page shows as output is what the program prints.  A page is read from top to bottom with a
  folder of its own, in which commands run and './ken' is the program:
    <!-- file: NAME -->           the block that follows is saved under that name; a model is as
                                  'KEN fmt' writes it
    <!-- edit NAME: OLD => NEW -->  a text in a saved file is replaced, everywhere
    <!-- output of: COMMAND -->   the block that follows is what the command prints
    $ COMMAND                     in a block: the lines up to the next one are what it prints
  Both streams are shown, as on a terminal.  Times, bytes, BDD nodes and versions are not compared; '...'
  stands for anything within a line, and alone on a line for any lines.
- docs/diagnostics.md has a heading for every code of src/base/codes.hpp with its severity and wording,
  in the section of its kind; the message below it fits the wording and names what the example names.
- README.md names the languages that 'ken export' knows.
- Every relative link of every .md file of the tree leads to a file, and to a heading if it names one.

With --update outputs that differ are replaced in the pages by what the program prints.
"""

import os
import re
import subprocess
import sys
import tempfile
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


# ---- outputs ----

DIRECTIVE = re.compile(r"<!--\s*(file|edit|output of)\b:?\s*(.*?)\s*-->\s*$")


def mask(line):
    """What differs from run to run, as '...'."""
    line = re.sub(r"\d+\.\d+ s\b", "... s", line)
    line = re.sub(r"(?<= )\d+\.\d\d(?=  )", "...", line)  # in the table of a sweep
    line = re.sub(r'("\w*(?:seconds|bytes|nodes)": )[-+.\de]+', r"\1...", line)
    return re.sub(r'("(?:version|commit)": )"[^"]*"', r"\1...", line)


def same(shown, printed):
    """Whether lines of a page are what was printed: '...' is anything, alone on a line any lines."""
    pattern = ""
    for line in shown:
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*?".join(re.escape(part) for part in mask(line).split("...")) + r"\n"
    return re.fullmatch(pattern, "".join(mask(line) + "\n" for line in printed)) is not None


class Session:
    """One page being read: its folder, and what is wrong with its outputs."""

    def __init__(self, report, page, folder, ken):
        self.report, self.page, self.folder = report, page, Path(folder)
        (self.folder / "ken").symlink_to(ken)
        self.environment = {**os.environ, "NO_COLOR": "1", "PATH": f"{folder}:{os.environ.get('PATH', '')}"}

    def run(self, command):
        try:
            done = subprocess.run(["sh", "-c", command], cwd=self.folder, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS,
                                  env=self.environment, check=False)
        except subprocess.TimeoutExpired:
            return [f"(more than {SECONDS} s)"]
        return done.stdout.decode(errors="replace").splitlines()

    def compare(self, line, command, shown):
        """The lines that should be shown: those that are, if they are right."""
        printed = self.run(command)
        good = same(shown, printed)
        words = f"{self.page.relative_to(TREE)}:{line}: another output of '{command}'"
        if not good:
            words += "".join(f"\n  - {one}" for one in shown) + "".join(f"\n  + {one}" for one in printed)
        self.report.check(good, words)
        return shown if good else printed

    def edit(self, line, rest):
        name, _, change = rest.partition(": ")
        old, arrow, new = change.partition(" => ")
        file = self.folder / name
        text = file.read_text() if file.is_file() else ""
        place = f"{self.page.relative_to(TREE)}:{line}"
        self.report.check(arrow and old in text, f"{place}: '{old}' does not occur in {name}")
        file.write_text(text.replace(old, new))

    def commands(self, line, body):
        """The body of a block in which '$ COMMAND' lines stand, each followed by what it prints."""
        result, at = [], 0
        while at < len(body):
            start = at
            command = body[at][2:]
            while command.endswith("\\") and at + 1 < len(body):
                at += 1
                command = command[:-1] + body[at]
            result += body[start:at + 1]
            at += 1
            first = at
            while at < len(body) and not body[at].startswith("$ "):
                at += 1
            result += self.compare(line + 1 + start, command, body[first:at])
        return result

    def block(self, line, body, directive):
        kind, rest = directive
        if kind == "file":
            (self.folder / rest).write_text("".join(one + "\n" for one in body))
            if rest.endswith(".ispl"):
                words = self.run(f"./ken fmt --check {rest}")
                self.report.check(not words, f"{self.page.relative_to(TREE)}:{line}: {words}")
        if kind == "output of":
            return self.compare(line + 1, rest, body)
        if body and body[0].startswith("$ "):
            return self.commands(line, body)
        return body


def check_outputs(report, ken, page, text):
    """The text of the page as it should be."""
    lines = text.split("\n")
    starts = {start: body.split("\n")[:-1] for start, _, body, closed in blocks(text) if closed}
    result, number, directive = [], 1, ("", "")
    with tempfile.TemporaryDirectory() as folder:
        session = Session(report, page, folder, ken)
        while number <= len(lines):
            line = lines[number - 1]
            result.append(line)
            found = DIRECTIVE.match(line.strip())
            if number in starts:
                body = starts[number]
                result += session.block(number, body, directive)
                result.append(lines[number + len(body)])
                number += len(body) + 1
                directive = ("", "")
            elif found and found[1] == "edit":
                session.edit(number, found[2])
            elif found:
                directive = (found[1], found[2])
            number += 1
    return "\n".join(result)


# ---- codes ----

def read_codes():
    """(code, severity, wording) of every row of codes.hpp."""
    text = (TREE / "src/base/codes.hpp").read_text().replace("\\\n", "\n")
    rows = re.findall(r'X\(\w+,\s*"([EWN]\d{3})",\s*(\w+),((?:\s*"(?:[^"\\]|\\.)*")+)\)', text)
    return [(code, severity, "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', wording)))
            for code, severity, wording in rows]


def check_example(report, code, wording, example):
    """The message that an example claims: it fits the wording, and what it quotes is in the example."""
    place = f"docs/diagnostics.md: {code}"
    claims = re.findall(rf"^(?:--|#) {code}: (.*)$", example, re.M)
    report.check(claims or "```" not in example, f"{place}: the example does not say its message")
    pattern = ".*".join(re.escape(part) for part in wording.split("{}"))
    names = re.escape(wording).replace(r"'\{\}'", "'(.*?)'").replace(r"\{\}", ".*?")
    source = re.sub(r"^(?:--|#) [EWN]\d{3}: .*$", "", example, flags=re.M)
    for claim in claims:
        report.check(re.fullmatch(pattern, claim), f"{place}: '{claim}' is not its wording")
        fits = re.fullmatch(names, claim)
        for name in fits.groups() if fits else ():
            word = re.match(r"\w*", name)[0]
            report.check(word in source, f"{place}: '{name}' is not in the example")


def collapse(text):
    """Two parts that change, with dots between them, as one."""
    return re.sub(r"\.{4,}", "...", text)


CODE_SECTIONS = {"E0": "Errors in the text", "E1": "Errors in names and types", "E2": "Errors in templates",
                 "E3": "Errors in export", "E4": "Errors in logic files", "W": "Warnings", "N": "Notes"}


def section_of(code):
    return CODE_SECTIONS.get(code[:2]) or CODE_SECTIONS.get(code[0])


def check_sections(report, page):
    """Every code stands under the heading of its kind."""
    section = None
    for level, title in re.findall(r"^(##|###) (.*)$", without_blocks(page), re.M):
        if level == "##":
            section = title
        elif code := re.match(r"[EWN]\d{3}\b", title):
            report.check(section == section_of(code[0]),
                         f"docs/diagnostics.md: {code[0]} stands under '{section}', not '{section_of(code[0])}'")


def check_codes(report):
    codes = read_codes()
    listed = re.findall(r'"([EWN]\d{3})"', (TREE / "src/base/codes.hpp").read_text())
    report.check(listed and [code for code, _, _ in codes] == listed,
                 "src/base/codes.hpp: not every code was recognised")
    page = (TREE / "docs/diagnostics.md").read_text()
    headings = re.findall(r"^#+ ([EWN]\d{3})\b", prose(page), re.M)
    for code, severity, wording in codes:
        report.check(headings.count(code) == 1, f"docs/diagnostics.md: {code} needs one heading")
        title = collapse(f"### {code} ({severity}): {wording.replace('{}', '...')}")
        report.check(f"\n{title}\n" in collapse(page), f"docs/diagnostics.md: the heading of {code} is not '{title}'")
        section = re.search(rf"^### {code}\b.*?$(.*?)(?=^##|\Z)", page, re.M | re.S)
        check_example(report, code, wording, section[1] if section else "")
    for code in headings:
        report.check(code in listed, f"docs/diagnostics.md: {code} is no code of src/base/codes.hpp")
    check_sections(report, page)


def check_exports(report, ken):
    row = re.search(r"^\| `src/translate` \| exports: (.*?) \|$", (TREE / "README.md").read_text(), re.M)
    report.check(row, "README.md: the row of src/translate says 'exports: ...'")
    run = subprocess.run([ken, "export", "--to", "?", "-"], stdin=subprocess.DEVNULL, capture_output=True,
                         timeout=SECONDS, check=False)
    known = re.search(r"choose one of (.*)", run.stderr.decode())
    report.check(known, "'ken export --to ?' does not list the languages")
    if row and known:
        named = sorted(language.split()[-1].lower() for language in row[1].split(", "))
        report.check(named == sorted(known[1].split(", ")), f"README.md names {named}, not {known[1]}")


# ---- links ----

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
    arguments = [one for one in sys.argv[1:] if one != "--update"]
    update = len(arguments) < len(sys.argv) - 1
    if len(arguments) != 1 or arguments[0] in ("-h", "--help"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    ken = str(Path(arguments[0]).resolve())
    if not os.access(ken, os.X_OK):
        print(f"check-docs.py: {ken} is no program", file=sys.stderr)
        return 2
    report = Report()
    for page in [TREE / "README.md", *sorted((TREE / "docs").glob("*.md"))]:
        text = page.read_text()
        check_models(report, ken, page, text)
        right = check_outputs(report, ken, page, text)
        if update and right != text:
            page.write_text(right)
    check_codes(report)
    check_exports(report, ken)
    for page in pages():
        check_links(report, page)
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
