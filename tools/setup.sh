# Sourced by ./ken and ./test (POSIX sh): installs missing packages, configures and builds presets.
# The working directory is the root of the tree.  Everything said here goes to standard error.

build_packages="g++ cmake ninja-build libfmt-dev libcli11-dev nlohmann-json3-dev libboost1.81-dev libbdd-dev libcadical-dev libedit-dev"
test_packages="clang libclang-rt-14-dev llvm libgtest-dev librapidcheck-dev python3 clang-format-14 clang-tidy-14"
optional_packages="ccache" # installed when something else is, never asked for alone

say() { echo "ken: $*" >&2; }
die() { say "$*"; exit 2; }

# Hold the lock until this shell and every compiler it started have ended.
lock_build() {
  mkdir -p build 2>/dev/null && touch build/.lock 2>/dev/null || die "cannot write to $PWD/build"
  exec 9>>build/.lock
  command -v flock >/dev/null || return 0
  flock -n 9 || { say "waiting for another build of this tree"; flock 9; }
}

unlock_build() { exec 9>&-; }

# missing PACKAGE...: print those that are not installed.
missing() {
  command -v dpkg-query >/dev/null || { missing_programs; return; }
  installed=" $(dpkg-query -W -f '${db:Status-Status}:${Package} ' "$@" 2>/dev/null || :)"
  for package; do
    case $installed in
      *" installed:$package "*) ;;
      *) printf '%s ' "$package" ;;
    esac
  done
}

# Not a Debian machine: check the programs, let CMake check the libraries.
missing_programs() {
  for program in g++ cmake ninja; do
    command -v "$program" >/dev/null || printf '%s ' "$program"
  done
}

# need PACKAGE...: install what is missing, or say what it is and exit 2.
need() {
  lacking=$(missing "$@")
  lacking=${lacking% }
  [ -n "$lacking" ] || return 0
  as_root=
  if [ "$(id -u)" != 0 ]; then
    as_root="sudo -n"
    [ ! -t 2 ] || as_root=sudo
  fi
  if ! command -v apt-get >/dev/null || { [ -n "$as_root" ] && ! command -v sudo >/dev/null; }; then
    die "missing packages: $lacking (install them, then try again)"
  fi
  wanted="$lacking $(missing $optional_packages)"
  say "installing with apt-get:" $wanted
  apt_install $wanted || { apt_get update && apt_install $wanted; } || :
  lacking=$(missing "$@")
  [ -z "$lacking" ] || die "missing packages: ${lacking% } (apt-get could not install them, see build/apt.log)"
}

apt_install() { apt_get install --no-install-recommends "$@"; }

apt_get() {
  $as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -y -o DPkg::Lock::Timeout=300 "$@" </dev/null >>build/apt.log 2>&1 9>&-
}

# configure PRESET.  The second try starts afresh: it mends a build directory that was left half
# configured or that was moved with the tree.
configure() {
  mkdir -p "build/$1"
  log=build/$1/configure.log
  cmake --preset "$1" >"$log" 2>&1 || cmake --fresh --preset "$1" >"$log" 2>&1 ||
    { cat "$log" >&2; die "cannot configure build/$1"; }
}

# build PRESET [ARGUMENT...].  On a terminal ninja shows its progress, elsewhere a line now and then.
build() {
  preset=$1
  shift
  if [ -t 2 ]; then
    NINJA_STATUS="ken: build/$preset [%f/%t] " ninja -C "build/$preset" "$@" >&2
  else
    { NINJA_STATUS="@%f/%t " ninja -C "build/$preset" "$@" 2>&1 && echo "@done"; } |
      show_quarters "build/$preset" >&2
  fi || die "build/$preset failed"
}

# show_quarters WHAT: what a compiler says, and how far the build is after each quarter.
show_quarters() {
  awk -v what="$1" '
    /^@done/ { ok = 1; next }
    /^@[0-9]+\/[0-9]+ / {
      split(substr($1, 2), part, "/")
      quarter = int(4 * part[1] / part[2])
      if (quarter > shown && quarter < 4) print "ken: " what ": " 25 * quarter "% built"
      if (quarter > shown) { shown = quarter; fflush() }
      next
    }
    /^ninja: (Entering directory|no work to do)/ { next }
    { print; fflush() }
    END { exit !ok }'
}
