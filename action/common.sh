# Functions of the action's steps. Sourced by them; works with the bash 3.2 of macOS.
# shellcheck shell=bash

# Ends the step with a message that GitHub shows as an error of the job.
fail() {
  local text=$1
  text=${text//'%'/%25}
  text=${text//$'\r'/%0D}
  text=${text//$'\n'/%0A}
  # Other systems would show the command as text, on standard output.
  if [ "${GITHUB_ACTIONS:-}" = true ]; then
    printf '::error title=diagnose::%s\n' "$text"
  else
    printf 'diagnose action: %s\n' "$1" >&2
  fi
  exit 1
}

# single NAME VALUE: ends the step if the value of an input has several lines. Outputs and options have one.
single() {
  case $2 in
    *$'\n'* | *$'\r'*) fail "The input '$1' has a line break. Write one line." ;;
  esac
}

# flag NAME VALUE: ends the step unless the value is true, false or empty.
flag() {
  case $2 in
    true | false | '') ;;
    *) fail "The input '$1' is not true or false." ;;
  esac
}

# lines VALUE: sets the array ITEMS to the lines of a value, without surrounding blanks; empty lines are ignored.
lines() {
  ITEMS=()
  local line
  while IFS= read -r line || [ -n "$line" ]; do
    line=${line%$'\r'}
    line=${line#"${line%%[![:space:]]*}"}
    line=${line%"${line##*[![:space:]]}"}
    if [ -n "$line" ]; then ITEMS+=("$line"); fi
  done <<<"$1"
}

# put NAME VALUE: sets an output of the step. The value has one line.
put() {
  printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}
