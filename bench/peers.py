"""Other checkers, on the same models in plain ISPL."""
import os
import re
import shlex
import subprocess
from dataclasses import dataclass

from child import run_limited
from contest import FAILED, LIMIT, REACHED, WRONG, last_words

VERDICT = re.compile(r"\bis (TRUE|FALSE) in the model")


@dataclass(frozen=True)
class Peer:
    """Another checker; it is given one file, after its own options if it has any."""
    name: str
    command: tuple[str, ...]
    ken: str
    folder: str   # where models/ is
    scratch: str  # where exported models go

    def measure(self, family, size, limit):
        try:
            file = self.exported(family, size)
        except subprocess.CalledProcessError as trouble:
            return {"status": FAILED, "trouble": f"no export: {trouble.stderr.strip()}"}
        run = run_limited([*self.command, file], limit)
        row = {"cpu": run.cpu, "wall": run.wall, "rss_bytes": run.rss_bytes, "limit": limit,
               "trouble": None}
        return {**row, **peer_opinion(run, family)}

    def exported(self, family, size):
        file = os.path.join(self.scratch, f"{family.name}-{size}.ispl")
        if not os.path.exists(file):
            text = export(self.ken, self.folder, family, size)
            with open(file, "w", encoding="utf-8") as out:
                out.write(with_formulas(text, family.expect))
        return file


def peer_opinion(run, family):
    if run.over_limit:
        return {"status": LIMIT}
    if run.exit_status != 0:
        return {"status": FAILED, "trouble": last_words(run)}
    verdicts = [verdict == "TRUE" for verdict in VERDICT.findall(run.output)]
    if verdicts and verdicts != list(family.expect.values()):
        return {"status": WRONG, "trouble": f"verdicts {verdicts}"}
    return {"status": REACHED}


def export(ken, folder, family, size):
    chosen = [f"--set={name}={value}" for name, value in family.parameters(size).items()]
    return subprocess.run([ken, "export", family.model_file, "--to=ispl", *chosen], cwd=folder,
                          capture_output=True, text=True, check=True).stdout


def with_formulas(text, numbers):
    """The exported model with these formulas alone.  The export puts each on a line of its own."""
    head, start, rest = text.partition("\nFormulae\n")
    body, end, tail = rest.partition("end Formulae")
    lines = [line for line in body.splitlines() if ";" in line]
    chosen = [lines[number - 1] for number in sorted(numbers)]
    return head + start + "\n".join(chosen) + "\n" + end + tail


def parse_peer(text):
    """NAME=PATH [OPTION...] as (name, command)."""
    name, equals, command = text.partition("=")
    if not (name and equals and command):
        raise ValueError(f"expected NAME=PATH, not '{text}'")
    return name, tuple(shlex.split(command))
