#!/bin/sh
# Xcode Cloud: ci_scripts/ci_post_xcodebuild.sh, next to install-diagnose. Both have to be executable.
set -eu

# Tests run in an environment of their own, which has the ci_scripts folder but not the source files.
if [ "${CI_XCODEBUILD_ACTION:-}" != test-without-building ]; then exit 0; fi
if [ "${CI_XCODEBUILD_EXIT_CODE:-0}" -eq 0 ]; then exit 0; fi

tools=$(mktemp -d)
sh "$(dirname "$0")/install-diagnose" 0.1.0 "$tools"
PATH="$tools:$PATH"

# Crash reports are attachments in the result bundle, where most objects are compressed.
found=$(mktemp -d)
if [ -d "${CI_RESULT_BUNDLE_PATH:-}" ]; then
  xcrun xcresulttool export diagnostics --path "$CI_RESULT_BUNDLE_PATH" --output-path "$found/diagnostics" || true
  xcrun xcresulttool export attachments --path "$CI_RESULT_BUNDLE_PATH" --output-path "$found/attachments" || true
fi
# The test host on this Mac, and apps in simulators.
set -- "$found"
for folder in "$HOME/Library/Logs/DiagnosticReports" "$HOME"/Library/Logs/CoreSimulator/*/CrashReporter; do
  if [ -d "$folder" ]; then set -- "$@" "$folder"; fi
done
# The dSYMs of the tested products, if the scheme builds them.
if [ -d "${CI_TEST_PRODUCTS_PATH:-}" ]; then set -- --symbols "$CI_TEST_PRODUCTS_PATH" "$@"; fi

# The log of the action shows the answer. A failed test has failed the build already, so nothing is gated here.
diagnose analyze --no-database --format text "$@" || echo "diagnose: exit status $?"
