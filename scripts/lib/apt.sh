# shellcheck shell=bash
# Queries the machine's own apt, and installs what a step needs. Sourced, never run.

apt_available() { command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; }

is_root() { [[ $(id -u) == 0 ]]; }

apt_is_installed() {
  [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

# A bare machine has no package lists at all; one fetch per run is enough.
apt_refresh_once() {
  if [[ ${apt_refreshed:-no} == no ]]; then
    step "Reading the package archive's lists" apt-get update || return 1
    apt_refreshed=yes
  fi
}

# apt_install PACKAGE...: installs the packages that are missing.
apt_install() {
  local package missing=()
  for package in "$@"; do
    apt_is_installed "$package" || missing+=("$package")
  done
  ((${#missing[@]} == 0)) && return 0
  is_root || die "needs ${missing[*]}: run as root, or install them first"
  apt_refresh_once || die "cannot reach the package archive to install ${missing[*]} (offline?)"
  step "Installing ${missing[*]}" \
    env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${missing[@]}" ||
    die "could not install ${missing[*]}"
}

# Prints the version that apt would install, or nothing.
apt_candidate() {
  LC_ALL=C apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: *//p' | grep -v '(none)'
}

# Prints the address of the Debian archive that this machine itself uses, from any source format.
apt_mirror() {
  if [[ -n ${KOKKOSSCAN_MIRROR:-} ]]; then
    printf '%s\n' "$KOKKOSSCAN_MIRROR"
    return
  fi
  local codename
  # shellcheck source=/dev/null
  codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
  # apt reads its sources itself and prints what it would fetch; nothing is fetched.
  apt-get update --print-uris 2>/dev/null |
    sed -n -E "s%^'(.*)/dists/($codename|oldstable|stable|testing|unstable|sid)/InRelease'.*%\1%p" |
    head -n 1
}
