#!/usr/bin/env bash
# tree_enter.sh TREE PATH... -- COMMAND...
# Runs in a mount namespace of its own: binds the folders and files into the tree, under the same
# paths, and runs the command there.
set -euo pipefail

tree=$1
shift
for folder in /proc /sys /dev; do
  mount --rbind "$folder" "$tree$folder"
done
while [[ $1 != -- ]]; do
  if [[ -d $1 ]]; then
    mkdir -p "$tree$1"
  else
    mkdir -p "$tree$(dirname "$1")"
    [[ -e $tree$1 ]] || : >"$tree$1"
  fi
  mount --rbind "$1" "$tree$1"
  shift
done
shift
# shellcheck disable=SC2016 # expanded inside the tree
exec chroot "$tree" /bin/sh -c 'cd "$0" && exec "$@"' "$PWD" "$@"
