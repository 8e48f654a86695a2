#!/bin/sh
# Xcode: Edit Scheme > Test > Post-actions > + > New Run Script Action, with the script: "$SRCROOT/scripts/test-post-action.sh"
# Choose the app in "Provide build settings from". Diagnoses the reports of the last ten minutes whose process or bundle has the
# name of the product, and opens the page. Post-actions have no window: their messages are in the log below.
set -u
PATH="$PATH:/opt/homebrew/bin:/usr/local/bin"
folder="${TARGET_TEMP_DIR:-${TMPDIR:-/tmp}}"
page="$folder/crashes.html"
exec >"$folder/diagnose-post-action.log" 2>&1

command -v diagnose >/dev/null 2>&1 || { echo "diagnose is not installed"; exit 0; }
rm -f -- "$page"
# The system writes a report some seconds after the crash.
sleep "${DIAGNOSE_WAIT:-5}"
# 2 means that no such report exists.
if diagnose latest -n 5 --since 10m --format html --output "$page" --source-root "${SRCROOT:-.}" -- "${PRODUCT_NAME:?}"; then
  open "$page"
fi
