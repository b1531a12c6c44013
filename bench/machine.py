"""On what, and with which ken, something was measured."""
import hashlib
import os
import platform
import re
import subprocess
from pathlib import Path


def machine():
    return {"processor": processor(), "cores": os.cpu_count(), "memory_bytes": memory(),
            "kernel": f"{platform.system()} {platform.release().split('-')[0]}"}


def processor():
    return first_match(Path("/proc/cpuinfo"), r"^model name\s*:\s*(.+)$") or platform.machine()


def memory():
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def ken_identity(ken, root):
    """`ken` is the program as it was built: what is beside it tells the compiler."""
    return {"version": said([ken, "--version"]) or "unknown", "commit": commit(root),
            "compiler": compiler(Path(ken).parent),
            "binary": hashlib.sha256(Path(ken).read_bytes()).hexdigest()[:12]}


def commit(root):
    name = said(["git", "-C", str(root), "rev-parse", "--short=12", "HEAD"])
    if not name:
        return None
    changed = said(["git", "-C", str(root), "status", "--porcelain", "--", "src", "models"])
    return f"{name} with changes" if changed else name


def compiler(build):
    facts = next(build.glob("CMakeFiles/*/CMakeCXXCompiler.cmake"), None)
    if facts is None:
        return "unknown"
    name = first_match(facts, r'set\(CMAKE_CXX_COMPILER_ID "(.*)"\)')
    version = first_match(facts, r'set\(CMAKE_CXX_COMPILER_VERSION "(.*)"\)')
    kind = first_match(build / "CMakeCache.txt", r"^CMAKE_BUILD_TYPE:\w+=(.*)$")
    return f"{name} {version}, {kind}"


def first_match(file, pattern):
    try:
        found = re.search(pattern, file.read_text(errors="replace"), re.M)
    except OSError:
        return None
    return found[1].strip() if found else None


def said(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None
