# shellcheck shell=bash
# Finds or makes an environment with a compiler, CMake and Kokkos. Sourced, never run.
#
#   setup_environment            chooses an environment, prints which one, and sets
#     environment                installed | package | tree | fetch
#     environment_prefix         a folder for CMAKE_PREFIX_PATH, or nothing
#     environment_cmake          CMake arguments that belong to it
#   in_environment COMMAND...    runs a command there, in the source tree
#
# KOKKOSSCAN_SETUP=installed|package|tree|fetch selects this environment instead of the first that works.

oldest_kokkos=4.5
oldest_cmake=3.24

version_at_least() { [[ $(printf '%s\n' "$2" "$1" | sort --version-sort | head -n 1) == "$2" ]]; }

have_build_tools() {
  command -v c++ >/dev/null && command -v cmake >/dev/null &&
    { command -v ninja >/dev/null || command -v make >/dev/null; } &&
    version_at_least "$(cmake --version | sed -n '1s/[^0-9]*//p')" "$oldest_cmake"
}

# Does find_package(Kokkos) find a version that is new enough? Tests it with CMake itself, by a small
# project that does what cmake/dependencies.cmake does; extra arguments go to CMake.
installed_kokkos() {
  have_build_tools || return 1
  if command -v ninja >/dev/null; then export CMAKE_GENERATOR=Ninja; fi
  local probe status=0
  probe=$(mktemp -d) || return 1
  cat >"$probe/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION $oldest_cmake)
project(probe CXX)
find_package(Kokkos QUIET)
if(NOT Kokkos_FOUND OR Kokkos_VERSION VERSION_LESS $oldest_kokkos)
  message(FATAL_ERROR "no Kokkos")
endif()
file(WRITE "\${CMAKE_BINARY_DIR}/found" "\${Kokkos_VERSION} in \${Kokkos_DIR}")
EOF
  cmake -S "$probe" -B "$probe/build" "${more_options[@]}" "$@" >"$probe/log" 2>&1 || status=1
  found_kokkos=$(cat "$probe/build/found" 2>/dev/null || true)
  rm -rf "$probe"
  return "$status"
}

# Looks in the usual places, to save machines without Kokkos the CMake test above.
kokkos_may_be_installed() {
  [[ -n ${Kokkos_DIR:-}${Kokkos_ROOT:-}${KOKKOS_ROOT:-}${CMAKE_PREFIX_PATH:-} ]] && return 0
  [[ ${KOKKOSSCAN_CMAKE:-} =~ -D(Kokkos_(ROOT|DIR)|CMAKE_PREFIX_PATH) ]] && return 0
  local prefix
  local IFS=:
  for prefix in $PATH; do
    prefix=${prefix%/bin}
    compgen -G "$prefix/lib*/cmake/Kokkos" >/dev/null && return 0
    compgen -G "$prefix/lib/*/cmake/Kokkos" >/dev/null && return 0
  done
  return 1
}

# The distribution's libkokkos-dev may lack two archives that its CMake files name (see
# tree_finish_build). We must not change its files under /usr, so we make a folder of links to them.
package_prefix() {
  local config directory overlay
  config=$(dpkg-query --listfiles libkokkos-dev | grep '/KokkosConfig\.cmake$') || return 1
  directory=$(dirname "$(dirname "$(dirname "$config")")")
  overlay=$cache_dir/package-$(apt_candidate libkokkos-dev)
  mkdir -p "$overlay$directory/cmake" "$overlay/usr" || return 1
  cp -r "$(dirname "$config")" "$overlay$directory/cmake/"
  ln -sfn /usr/include "$overlay/usr/include"
  ln -sf "$directory"/libkokkos* "$overlay$directory/"
  tree_finish_build "$overlay"
  printf '%s/usr' "$overlay"
}

try_installed() {
  kokkos_may_be_installed || return 1
  installed_kokkos || return 1
  say "Kokkos: the installed one, $found_kokkos"
}

try_package() {
  apt_available || return 1
  local candidate prefix
  candidate=$(apt_candidate libkokkos-dev)
  [[ -n $candidate ]] && version_at_least "$candidate" "$oldest_kokkos" || return 1
  local packages=(g++ cmake ninja-build libgtest-dev libbenchmark-dev libtbb-dev libkokkos-dev)
  if ! is_root; then
    local package
    for package in "${packages[@]}"; do apt_is_installed "$package" || return 1; done
  fi
  apt_install "${packages[@]}"
  if ! installed_kokkos; then
    prefix=$(package_prefix) || return 1
    installed_kokkos "-DCMAKE_PREFIX_PATH=$prefix" || return 1
    environment_prefix=$prefix
  fi
  say "Kokkos: the distribution's package, $candidate"
}

try_tree() {
  obstacle=$(tree_obstacle build)
  [[ -z $obstacle ]] || return 1
  tree_make build
  say "Kokkos: $(tree_run build dpkg-query --show --showformat='${Version}' libkokkos-dev) in a private Debian tree," \
    "$(tree_path build)"
}

try_fetch() {
  if ! have_build_tools; then
    fetch_obstacle="CMake >= $oldest_cmake, a C++20 compiler and make or ninja are not all here to build Kokkos from source"
    return 1
  fi
  if command -v ninja >/dev/null; then export CMAKE_GENERATOR=Ninja; fi
  local url
  url=$(sed -n 's/^ *URL *\(.*kokkos.*\)/\1/p' "$source_dir/cmake/dependencies.cmake")
  if ! cmake "-DURL=$url" -P "$source_dir/scripts/lib/can_download.cmake" >/dev/null 2>&1; then
    fetch_obstacle="Kokkos' sources cannot be downloaded (offline?)"
    return 1
  fi
  environment_cmake=(-DKokkosScan_FETCH_KOKKOS=ON -DKokkosScan_REQUIRE_DEVICES=OPENMP)
  say "Kokkos: none is installed; CMake fetches the pinned release and builds it with the project"
}

setup_environment() {
  local candidate
  case ${KOKKOSSCAN_SETUP:-auto} in
    auto) candidates=(installed package tree fetch) ;;
    installed | package | tree | fetch) candidates=("$KOKKOSSCAN_SETUP") ;;
    *) die "KOKKOSSCAN_SETUP is '$KOKKOSSCAN_SETUP', can be auto, installed, package, tree or fetch" ;;
  esac
  for candidate in "${candidates[@]}"; do
    obstacle='' fetch_obstacle=''
    if "try_$candidate"; then
      environment=$candidate
      return
    fi
    [[ -n $obstacle ]] && tree_refused=$obstacle
  done
  local reasons=${tree_refused:-}
  [[ -n $fetch_obstacle ]] && reasons=${reasons:+$reasons; }$fetch_obstacle
  die "no usable Kokkos >= $oldest_kokkos: ${reasons:-not found as '${KOKKOSSCAN_SETUP:-auto}'}"
}

environment_cmake=()
environment_prefix=

in_environment() {
  if [[ $environment == tree ]]; then
    (cd "$source_dir" && tree_run build "$@")
  else
    (cd "$source_dir" && "$@")
  fi
}
