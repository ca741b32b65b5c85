# shellcheck shell=bash
# Finding and formatting the text of the project. Sourced, never run.

cpp_files() {
  find include src unit_tests perf_tests examples cmake -name '*.hpp' -o -name '*.cpp' 2>/dev/null | sort
}

shell_files() {
  printf '%s\n' .ci/run
  find scripts -type f ! -name '*.cmake' | sort
}

# The list that CMake installs and checks from.
public_headers() {
  sed -n 's|^ *\(KokkosScan[A-Za-z0-9_/]*\.hpp\)$|\1|p' "$source_dir/cmake/headers.cmake" | sort
}

# The clang-format and shellcheck that decide come from the same Debian release everywhere.
make_text_tree() {
  local obstacle
  obstacle=$(tree_obstacle text)
  [[ -z $obstacle ]] || die "$obstacle"
  tree_make text
}
