# shellcheck shell=bash
# The output of the scripts: one line per step, with the time that it took. Sourced, never run.

ui_program=${0##*/}
ui_log_dir=${TMPDIR:-/tmp}
ui_started=$SECONDS
if [[ -t 1 ]]; then ui_tty=yes; else ui_tty=no; fi

say() { printf '%s\n' "$*"; }

note() { printf '      %s\n' "$*"; }

heading() { printf '\n%s\n%s\n' "$*" "${*//?/-}"; }

# Ends the script with one clear line.
die() {
  printf '%s: %s\n' "$ui_program" "$*" >&2
  exit 1
}

# "41 s" or "3 min 07 s"
duration() {
  if (($1 < 60)); then printf '%d s' "$1"; else printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); fi
}

elapsed() { duration $((SECONDS - ui_started)); }

# On a terminal, shows the newest line of a command's output; keeps all of it in a file.
ui_follow() {
  local log=$1 line width
  width=$((${COLUMNS:-80} - 8))
  while IFS= read -r line || [[ -n $line ]]; do
    printf '%s\n' "$line" >>"$log"
    if [[ $ui_tty == yes ]]; then
      line=${line//[$'\t\r\e']/ }
      printf '\r\e[K      %s' "${line:0:width}"
    fi
  done
  if [[ $ui_tty == yes ]]; then printf '\r\e[K'; fi
}

# step TITLE COMMAND...: runs the command quietly. If it fails, shows the end of its output and
# returns its status.
step() {
  local title=$1 log status begin=$SECONDS
  shift
  log=$(mktemp "$ui_log_dir/kokkosscan-log.XXXXXX") || die "cannot write to $ui_log_dir (disk full?)"
  printf '  --  %s\n' "$title"
  "$@" </dev/null 2>&1 | ui_follow "$log"
  status=${PIPESTATUS[0]}
  if ((status == 0)); then
    note "done in $(duration $((SECONDS - begin)))"
  else
    note "failed after $(duration $((SECONDS - begin))); its last lines were:"
    tail -n "${ui_failure_lines:-20}" "$log" | sed 's/^/      | /'
  fi
  rm -f "$log"
  return "$status"
}
