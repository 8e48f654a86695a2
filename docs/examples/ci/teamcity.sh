#!/bin/sh
# A build step of the type Command Line.
set -eu
sh ci/install-diagnose 0.1.0 .tools
PATH="$PWD/.tools:$PATH"
status=0
diagnose run --baseline ci/crashes.baseline --fail-on new --write teamcity=crashes.log \
  -- swift test || status=$?
# Service messages are commands on standard output.
cat crashes.log
exit "$status"
