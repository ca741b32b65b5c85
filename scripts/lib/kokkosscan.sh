# shellcheck shell=bash
# The code that the scripts share. Sourced, never run.
set -euo pipefail

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
tree_binds=()
for part in ui apt tree setup build text; do
  # shellcheck source=/dev/null
  . "$source_dir/scripts/lib/$part.sh"
done
unset part

# --help: prints the comment at the top of the script.
if [[ ${1:-} == --help || ${1:-} == -h ]]; then
  sed -n '2,${/^#/!q;/^# shellcheck/!s/^# \{0,1\}//p}' "$0"
  exit 0
fi
