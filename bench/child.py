"""Runs a program under limits and says what it took."""
import math
import os
import resource
import select
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

PATIENCE = 1.5  # wall seconds allowed per second of processor time
GLANCE = 0.1  # seconds between looks at what a run has used
INTERRUPTS = (signal.SIGINT, signal.SIGTERM)
OUT_OF_PROCESSOR_TIME = (-signal.SIGXCPU, 128 + signal.SIGXCPU)  # the program, or a shell's child


@dataclass(frozen=True)
class Run:
    cpu: float  # user and system seconds, children included
    wall: float
    rss_bytes: int
    exit_status: int  # negative: the signal that ended it
    over_limit: bool
    output: str
    errors: str


def run_limited(command, limit, folder=None, patience=PATIENCE, grace=0):
    """Run `command`; end it when it has used `limit` seconds of processor time or, if it idles,
    `patience` times as many on the clock.  With `grace` it is interrupted then, and has so many
    seconds more of each to say what it knows."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        start = time.monotonic()
        # The child is reaped by wait4, which alone tells what it took.  An interrupt must not leave
        # it running, so none is heard before it is known.
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
        try:
            child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
                                     cwd=folder, start_new_session=True,
                                     preexec_fn=lambda: prepare(limit + grace, heard))
        except BaseException:
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)
            raise
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)
            ended = (wait_for_end(child.pid, limit * patience) if not grace
                     else wait_politely(child.pid, limit, patience, grace))
        except BaseException:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            raise
        if not ended:
            os.killpg(child.pid, signal.SIGKILL)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        cpu = usage.ru_utime + usage.ru_stime
        over_limit = not ended or cpu > limit or child.returncode in OUT_OF_PROCESSOR_TIME
        return Run(cpu, wall, usage.ru_maxrss * 1024, child.returncode, over_limit,
                   contents(output), contents(errors))


def prepare(seconds, heard):
    signal.pthread_sigmask(signal.SIG_SETMASK, heard)
    whole = math.ceil(seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 5))


def wait_for_end(pid, seconds):
    handle = os.pidfd_open(pid)
    try:
        ready, _, _ = select.select([handle], [], [], seconds)
        return bool(ready)
    finally:
        os.close(handle)


def wait_politely(pid, limit, patience, grace):
    end = time.monotonic() + limit * patience
    while time.monotonic() < end and processor_seconds(pid) < limit:
        if wait_for_end(pid, GLANCE):
            return True
    os.kill(pid, signal.SIGINT)
    return wait_for_end(pid, grace * patience)


def processor_seconds(pid):
    """So far, of all its threads; it was not reaped yet."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def contents(file):
    file.seek(0)
    return file.read().decode(errors="replace")


def smallest_rss():
    """What the kernel reports even for a program that does nothing, because the new process starts
    as a copy of this one: no smaller memory can be measured."""
    return run_limited(["true"], 10).rss_bytes
