# shellcheck shell=bash
# Configuring, building and testing a configuration in the chosen environment. Sourced, never run.

build_jobs=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}

# More arguments for CMake, such as KOKKOSSCAN_CMAKE=-DCMAKE_CXX_COMPILER=clang++.
read -ra more_options <<<"${KOKKOSSCAN_CMAKE:-}"

# scripts/quickstart and scripts/test share one configuration, so neither rebuilds the other's work.
release_options=(
  -DKokkosScan_ENABLE_TESTS=ON -DKokkosScan_ENABLE_BENCHMARKS=ON -DKokkosScan_ENABLE_EXAMPLES=ON
  -DKokkosScan_NATIVE=ON "${more_options[@]}"
)

# configuration_directory NAME: build folders of different environments never mix.
configuration_directory() { printf '%s/build/%s-%s' "$source_dir" "$environment" "$1"; }

# configure NAME CMAKE_ARGUMENT...: a second run with the same arguments does nothing.
configure() {
  local name=$1 directory wanted
  shift
  directory=$(configuration_directory "$name")
  [[ -z $environment_prefix || "$*" == *CMAKE_PREFIX_PATH* ]] ||
    set -- "$@" "-DCMAKE_PREFIX_PATH=$environment_prefix"
  wanted="$(in_environment cmake --version | head -n 1) ${environment_cmake[*]} $*"
  if [[ -e $directory/.configured && $(<"$directory/.configured") == "$wanted" ]]; then
    return 0
  fi
  mkdir -p "$directory" || die "cannot make $directory"
  need_disk "$directory" 1000
  # An incomplete configuration, or one of another environment, cannot be reused.
  rm -rf "$directory/CMakeCache.txt" "$directory/CMakeFiles" "$directory/.configured"
  step "Configuring $name" in_environment cmake -S "$source_dir" -B "$directory" \
    "-DCMAKE_BUILD_TYPE=${KOKKOSSCAN_BUILD_TYPE:-Release}" \
    "${environment_cmake[@]}" "$@" || die "CMake could not configure $directory"
  printf '%s\n' "$wanted" >"$directory/.configured"
}

# build NAME [TARGET...]
build() {
  local name=$1 directory targets=()
  shift
  # The environment may lack git, and the benchmarks record the commit they were built from.
  if [[ $(git -C "$source_dir" rev-parse --show-prefix 2>/dev/null || printf none) == '' ]]; then
    KOKKOSSCAN_COMMIT=$(git -C "$source_dir" describe --always --dirty --abbrev=12)
    export KOKKOSSCAN_COMMIT
  fi
  directory=$(configuration_directory "$name")
  (($# == 0)) || targets=(--target "$@")
  step "Building $name${*:+: $*}" in_environment cmake --build "$directory" --parallel "$build_jobs" \
    "${targets[@]}" || die "the build in $directory failed"
}

# run_tests NAME [CTEST_ARGUMENT...]: shows ctest's own lines.
run_tests() {
  local directory
  directory=$(configuration_directory "$1")
  shift
  in_environment ctest --test-dir "$directory" --output-on-failure --parallel "$build_jobs" \
    --no-tests=error "$@" </dev/null
}
