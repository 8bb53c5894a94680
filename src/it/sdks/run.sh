#!/usr/bin/env bash
# run.sh FOLDER SDK: runs an agent of the SDK, and a model server for it.
#
# FOLDER is the folder of install.sh. SDK is a name in sdks.tsv, whose other columns are the
# folder of the packages and the program. The agent sends its telemetry to the URL in
# OTEL_EXPORTER_OTLP_ENDPOINT. CONVERSATION is the id of its conversation, session or thread.
# The agent calls read_file five times with equal arguments, then run_tests, which fails.
# The script fails if the agent's program fails.
set -euo pipefail
: "${OTEL_EXPORTER_OTLP_ENDPOINT:?}" "${CONVERSATION:?}"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$1
sdk=$2
IFS=$'\t' read -r _ group program < <(awk -F '\t' -v sdk="$sdk" '$1 == sdk' "$here/sdks.tsv") || {
  echo "$sdk: not in sdks.tsv" >&2
  exit 2
}

coproc model { exec python3 "$here/model.py"; }
read -r MODEL_URL <&"${model[0]}"
export MODEL_URL OPENAI_BASE_URL=$MODEL_URL OPENAI_API_KEY=none
export OTEL_SERVICE_NAME=$sdk OTEL_EXPERIMENTAL_RESOURCE_DETECTORS=
# a short delay, so that a run sends several requests
export OTEL_BSP_SCHEDULE_DELAY=100 OTEL_BLRP_SCHEDULE_DELAY=100
# some SDKs omit arguments and results by default
export OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY
if [ "$group" = node ]; then
  # Node.js looks for packages next to the program
  cp "$here"/node/*.mjs "$folder/node/"
  node "$folder/node/$program"
else
  # a program starts much faster if Python caches compiled modules
  export PYTHONPATH=$here PYTHONPYCACHEPREFIX=$folder/pycache PYTHONDONTWRITEBYTECODE=
  "$folder/$group/bin/python" "$here/python/$program"
fi
