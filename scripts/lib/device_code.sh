#!/usr/bin/env bash
# device_code.sh cuda|hip SOURCE_DIR KOKKOS_INCLUDE_DIR WORK_DIR JOBS [HEADER...]
#
# Compiles all headers together, each named header alone, the library's own sources and the examples to objects for a
# GPU. The calls in unit_tests/device_code, of kernels that no example has, become PTX for CUDA; for HIP they are only
# checked, and no code is generated. Neither the GPU nor a Kokkos built for it is needed: a copy of the installed
# Kokkos' headers, with its backend switched, is enough to compile. Nothing is linked; little is optimized. Warnings are
# errors.
set -euo pipefail

backend=$1 source_dir=$2 kokkos=$3 work=$4 jobs=$5
shift 5

# Sets Serial as host backend and the wanted device backend in the five files that name Kokkos' backends.
switch_backend() {
  local space=${backend^^} setup headers=$work/kokkos part
  rm -rf "$headers"
  mkdir -p "$headers"
  cp -r "$kokkos/." "$headers"
  local config=$headers/KokkosCore_config.h
  sed -i -E 's%^#define KOKKOS_ENABLE_(OPENMP|THREADS|SERIAL|CUDA|HIP)$%/* & */%' "$config"
  local defines=(KOKKOS_ENABLE_SERIAL "KOKKOS_ENABLE_$space")
  case $backend in
    cuda)
      setup=Cuda
      defines+=(KOKKOS_ARCH_HOPPER KOKKOS_ARCH_HOPPER90)
      ;;
    hip)
      setup=HIP
      defines+=(KOKKOS_ARCH_AMD_GPU KOKKOS_ARCH_AMD_GFX90A KOKKOS_ARCH_VEGA KOKKOS_ARCH_VEGA90A)
      ;;
  esac
  for part in "${defines[@]}"; do
    sed -i "s|^/\* #undef $part \*/\$|#define $part|" "$config"
    grep -q "^#define $part\$" "$config" || printf '#define %s\n' "$part" >>"$config"
  done
  printf '#include <setup/Kokkos_Setup_%s.hpp>\n' "$setup" >"$headers/KokkosCore_Config_SetupBackend.hpp"
  for part in Fwd Declare; do
    printf "#include <${part,,}/Kokkos_${part}_%s.hpp>\n" SERIAL "$space" |
      sed "s|<declare/|<decl/|" >"$headers/KokkosCore_Config_${part}Backend.hpp"
  done
  sed -i -E -e 's|^#define DESUL_ATOMICS_ENABLE_OPENMP$|/* & */|' \
    -e "s|^/\* #undef DESUL_ATOMICS_ENABLE_$space \*/\$|#define DESUL_ATOMICS_ENABLE_$space|" \
    "$headers/desul/atomics/Config.hpp"
}

# The examples represent users' code: they instantiate kernels. More calls are in unit_tests.
write_sources() {
  mkdir -p "$work/source"
  local header path name
  for header in KokkosScan.hpp "$@"; do
    name=${header%.hpp}
    printf '#include <%s>\n#include <%s>\n' "$header" "$header" >"$work/source/${name//\//-}.cpp"
  done
  for path in "$source_dir"/src/*.cpp "$source_dir"/examples/*/*.cpp "$source_dir"/unit_tests/device_code/*.cpp; do
    name=${path#"$source_dir/"}
    printf '#include "%s"\n' "$path" >"$work/source/${name//\//-}"
  done
}

compile_command() {
  case $backend in
    cuda)
      printf '%s\n' nvcc -x cu -std=c++20 -arch=sm_90 --extended-lambda \
        -Xcicc -O1 -Xptxas -O1 \
        --Werror all-warnings -Xcompiler=-Wall,-Wextra,-Wshadow,-Werror \
        -isystem "$work/kokkos" -I "$source_dir/include" '-DKOKKOSSCAN_VERSION="check"'
      ;;
    hip)
      printf '%s\n' hipcc -x hip -std=c++20 -O1 --offload-arch=gfx90a \
        -Wall -Wextra -Wshadow -Werror \
        -isystem "$work/kokkos" -I "$source_dir/include" '-DKOKKOSSCAN_VERSION="check"'
      ;;
  esac
}

# How far files of that name are compiled.
stop_after() {
  case $backend:$1 in
    cuda:unit_tests-*) printf '%s\n' -ptx ;;
    hip:unit_tests-*) printf '%s\n' -fsyntax-only --offload-device-only -Wno-unused-command-line-argument ;;
    *) printf '%s\n' -c ;;
  esac
}

compile_one() {
  local name options
  name=$(basename "$1" .cpp)
  mapfile -t options < <(stop_after "$name")
  if "${command[@]}" "${options[@]}" "$1" -o "$work/$name.o" >"$work/$name.log" 2>&1; then
    printf '%s: %s\n' "$backend" "$name"
  else
    printf '%s: %s FAILED\n' "$backend" "$name"
    head -n 25 "$work/$name.log"
    return 1
  fi
}

mkdir -p "$work"
rm -rf "$work/source"
switch_backend
write_sources "$@"
mapfile -t command < <(compile_command)
export -f compile_one stop_after
export backend work

# Arrays cannot be exported to the functions that xargs runs: pass the command as one string.
command_string=$(printf '%q ' "${command[@]}")
export command_string
# Backwards: the recipes, which take longest, do not come last.
printf '%s\0' "$work"/source/*.cpp | sort --zero-terminated --reverse |
  xargs -0 -P "$jobs" -I FILE bash -c 'eval "command=($command_string)"; compile_one FILE'
