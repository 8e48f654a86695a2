#!/bin/sh
# Xcode: Build Phases > + > New Run Script Phase, with the script: "$SRCROOT/scripts/check-phase.sh"
# Turn off "Based on dependency analysis", and set the build setting ENABLE_USER_SCRIPT_SANDBOXING to No: the script reads
# all sources. Its messages appear in the issue navigator. It fails the build only if DIAGNOSE_FAILS_BUILD is YES.
set -u
PATH="$PATH:/opt/homebrew/bin:/usr/local/bin"

if [ "${ENABLE_USER_SCRIPT_SANDBOXING:-NO}" = YES ]; then
  echo "warning: diagnose is not run: ENABLE_USER_SCRIPT_SANDBOXING is on, so that sources cannot be read"
  exit 0
fi
if ! command -v diagnose >/dev/null 2>&1; then
  echo "warning: diagnose is not installed"
  exit 0
fi
# Indexing builds and clean actions need no messages.
[ "${ACTION:-build}" = build ] || exit 0

diagnose check --format xcode --source-root "$SRCROOT" -- "$SRCROOT"
status=$?
# 1 means that faults were found.
if [ "$status" -gt 1 ]; then
  echo "warning: diagnose check ended with status $status"
elif [ "$status" -eq 1 ] && [ "${DIAGNOSE_FAILS_BUILD:-NO}" = YES ]; then
  exit 1
fi
exit 0
