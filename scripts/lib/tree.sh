# shellcheck shell=bash
# Private Debian trees: a folder with a small Debian in it, made by mmdebstrap, kept in the cache and
# entered by chroot in a mount namespace of its own. Nothing of the machine's own system changes.
# Sourced, never run.

cache_dir=${KOKKOSSCAN_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/kokkosscan}

# The folder of Kokkos 4.5 in the `build` tree, in addition to the newer version under /usr.
kokkos45_prefix=/opt/kokkos-4.5/usr

# KOKKOSSCAN_TREE_WITH: more packages for the build tree, such as another compiler.
tree_packages() {
  case $1 in
    build) printf '%s' "g++,cmake,ninja-build,python3,libgtest-dev,libbenchmark-dev,libtbb-dev,libkokkos-dev" \
      "${KOKKOSSCAN_TREE_WITH:+,$KOKKOSSCAN_TREE_WITH}" ;;
    hip) printf '%s' hipcc,libkokkos-dev ;;
    text) printf '%s' clang-format-19,shellcheck ;;
  esac
}

# The releases that a tree can be based on, best first. sid has Kokkos and the current hipcc; the build
# tree takes only Kokkos from sid, and its tools from the preceding release, which changes less often.
tree_suites() {
  case $1 in
    build) printf '%s' 'trixie sid' ;;
    hip) printf '%s' sid ;;
    text) printf '%s' trixie ;;
  esac
}

tree_mebibytes() {
  case $1 in
    build) printf 1700 ;;
    hip) printf 1800 ;;
    text) printf 900 ;;
  esac
}

# A tree's name contains a checksum of its recipe: a changed recipe makes a new tree.
tree_path() {
  local recipe
  recipe=$({
    tree_packages "$1"
    tree_suites "$1"
    declare -f tree_finish_build tree_bootstrap
  } | cksum)
  printf '%s/%s-%s' "$cache_dir" "$1" "${recipe%% *}"
}

tree_ready() { [[ -e $(tree_path "$1")/.kokkosscan-tree ]]; }

# Prints why a tree cannot be made or entered on this machine; nothing if it can.
tree_obstacle() {
  if ! is_root; then
    printf 'root is needed to make and enter a private Debian tree'
  elif ! unshare --mount --propagation private true 2>/dev/null; then
    printf 'this machine does not allow mount namespaces (a container without CAP_SYS_ADMIN?)'
  elif tree_ready "$1"; then
    :
  elif ! apt_available; then
    printf 'there is no apt here to make a private Debian tree with'
  elif [[ -z $(apt_mirror) ]]; then
    printf "no Debian archive is among apt's sources (set KOKKOSSCAN_MIRROR to one)"
  elif ! archive_reachable "$(apt_mirror)" "$(tree_suites "$1")"; then
    printf 'the package archive cannot be reached (offline?)'
  fi
}

# archive_reachable MIRROR SUITES: fetches one small file of the last release, with apt's own tools.
archive_reachable() {
  local directory status=0
  directory=$(mktemp -d) || return 1
  chmod 755 "$directory"
  /usr/lib/apt/apt-helper -o Acquire::Retries=1 download-file \
    "$1/dists/${2##* }/InRelease" "$directory/InRelease" >/dev/null 2>&1 || status=1
  rm -rf "$directory"
  return "$status"
}

disk_mebibytes_free() {
  local dir=$1
  while [[ ! -d $dir ]]; do dir=$(dirname "$dir"); done
  df --output=avail --block-size=1M "$dir" | tail -n 1
}

need_disk() {
  local free
  free=$(disk_mebibytes_free "$1")
  ((free >= $2)) || die "$2 MiB of free disk are needed in $1, $((free)) MiB are there"
}

# tree_bootstrap TREE SUITE DIRECTORY MIRROR
tree_bootstrap() {
  local name=$1 suite=$2 target=$3 mirror=$4 sources options proxy
  options=(--variant=apt --mode=root --architectures="$(dpkg --print-architecture)"
    --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='Acquire::Languages "none"'
    --aptopt='Acquire::Retries "3"' --aptopt='APT::Install-Recommends "false"'
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*'
    --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/info/*')
  # The proxy that apt itself uses, if any.
  while IFS= read -r proxy; do
    options+=("--aptopt=$proxy")
  done < <(apt-config dump | grep -E '^Acquire::https?::Proxy ')
  sources=("deb $mirror $suite main")
  if [[ $name == build && $suite != sid ]]; then
    sources+=("deb $mirror sid main")
    # shellcheck disable=SC2016 # $1 is for the hook's own shell
    options+=(--setup-hook='printf "%s\n" \
      "Package: *" "Pin: release n=sid" "Pin-Priority: 50" "" \
      "Package: libkokkos*" "Pin: release n=sid" "Pin-Priority: 990" \
      >"$1/etc/apt/preferences.d/kokkos-from-sid"')
  fi
  if [[ $name == build ]]; then
    # Trilinos' Kokkos is 4.5. Installing it would replace the newer one and bring all of Trilinos,
    # so its two packages are only unpacked.
    # shellcheck disable=SC2016
    options+=(--customize-hook='set -e; mkdir -p "$1/opt/kokkos-4.5/debs"
      version=$(APT_CONFIG="$MMDEBSTRAP_APT_CONFIG" apt-cache show libtrilinos-kokkos-dev/sid |
        sed -n "s/^Depends:.*\(libtrilinos-kokkos-[0-9.]*\).*/\1/p" | head -n 1)
      cd "$1/opt/kokkos-4.5/debs"
      APT_CONFIG="$MMDEBSTRAP_APT_CONFIG" apt-get download "libtrilinos-kokkos-dev/sid" "$version/sid"
      for deb in *.deb; do dpkg-deb --extract "$deb" ..; done
      cd .. && rm -r debs')
  fi
  mmdebstrap "${options[@]}" --include="$(tree_packages "$name")" "$suite" "$target" "${sources[@]}"
}

# libkokkos-dev 5.2.2-2 names two archives in its CMake files that it does not ship. Both libraries
# are header-only, so empty archives are enough.
tree_finish_build() {
  local library directory
  for directory in "$1"/usr/lib/*/cmake/Kokkos; do
    [[ -d $directory ]] || continue
    for library in kokkosalgorithms kokkossimd; do
      if grep -qs "lib$library\.a" "$directory"/KokkosTargets*.cmake &&
        [[ ! -e $directory/../../lib$library.a ]]; then
        printf '!<arch>\n' >"$directory/../../lib$library.a"
      fi
    done
  done
}

tree_make_attempts() {
  local name=$1 partial=$2 mirror suite
  mirror=$(apt_mirror)
  for suite in $(tree_suites "$name"); do
    rm -rf --one-file-system "$partial"
    tree_bootstrap "$name" "$suite" "$partial" "$mirror" && return 0
    printf 'A tree based on %s could not be made.\n' "$suite"
  done
  return 1
}

# tree_make NAME: makes the tree unless it exists. It gets its name only when it is complete.
tree_make() {
  local name=$1 path partial
  tree_ready "$name" && return 0
  path=$(tree_path "$name")
  mkdir -p "$cache_dir" || die "cannot make the cache directory $cache_dir"
  need_disk "$cache_dir" "$(tree_mebibytes "$name")"
  apt_install mmdebstrap mount
  exec {tree_lock}>"$cache_dir/.lock"
  flock "$tree_lock"
  if ! tree_ready "$name"; then
    rm -rf --one-file-system "$cache_dir"/*.partial
    partial=$path.partial
    # shellcheck disable=SC2064 # the current path
    trap "rm -rf --one-file-system '$partial'" EXIT
    trap 'exit 130' INT TERM
    if ! step "Making a private Debian tree: $(tree_packages "$name")" \
      tree_make_attempts "$name" "$partial"; then
      rm -rf --one-file-system "$partial"
      trap - EXIT
      (($(disk_mebibytes_free "$cache_dir") >= 50)) || die "the disk that holds $cache_dir is full"
      die "the private Debian tree could not be made; the lines above say why"
    fi
    tree_finish_build "$partial"
    cp /etc/os-release "$partial/.kokkosscan-tree"
    mv "$partial" "$path"
    trap - EXIT INT TERM
    note "kept in $path"
  fi
  exec {tree_lock}>&-
}

# Prints the folder of the CUDA toolkit, or nothing.
cuda_prefix() {
  local nvcc
  nvcc=$(command -v nvcc || true)
  for nvcc in "$nvcc" "${CUDA_HOME:-}/bin/nvcc" /usr/local/cuda/bin/nvcc; do
    if [[ -x $nvcc ]]; then
      nvcc=$(readlink -f "$nvcc")
      printf '%s\n' "${nvcc%/bin/nvcc}"
      return
    fi
  done
}

# tree_run NAME COMMAND...: runs the command in the tree, in the same working directory. The source
# tree, /tmp and the paths in tree_binds have the same paths inside as outside.
tree_run() {
  local name=$1 variable passed=()
  shift
  # Settings of the programs that run inside; no other variable of the caller is passed on.
  for variable in $(compgen -e); do
    case $variable in
      CI | TERM | COLUMNS | OMP_* | KOKKOS_* | KOKKOSSCAN_* | GTEST_* | CTEST_* | BENCHMARK_* | ?SAN_OPTIONS | CMAKE_BUILD_PARALLEL_LEVEL)
        passed+=("$variable=${!variable}") ;;
    esac
  done
  local cuda
  cuda=$(cuda_prefix)
  unshare --mount --propagation private \
    bash "$source_dir/scripts/lib/tree_enter.sh" "$(tree_path "$name")" \
    /tmp "$source_dir" ${cuda:+"$cuda"} "${tree_binds[@]}" -- \
    env -i HOME=/root LC_ALL=C.UTF-8 CMAKE_GENERATOR=Ninja \
    PATH="/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin${cuda:+:$cuda/bin}" \
    "${passed[@]}" "$@"
}
