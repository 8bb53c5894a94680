#!/bin/sh
# Sends a hook of @AGENT@ to Eddyline and prints the answer.
# While Eddyline is unavailable, the agent continues; with the argument "block" the
# tool does not run. The token is read from EDDYLINE_TOKEN, not from an argument.
answer=$(curl -sS --fail --max-time @SECONDS@ --noproxy localhost,127.0.0.1 \
  --header 'Content-Type: application/json' --header @/dev/fd/3 --data-binary @- \
  '@URL@' 3<<END_OF_HEADER
${EDDYLINE_TOKEN:+Authorization: Bearer $EDDYLINE_TOKEN}
END_OF_HEADER
) && { printf '%s\n' "$answer"; exit 0; }
[ "${1:-}" = block ] || exit 0
echo 'Eddyline did not answer, and no tool runs without it.' >&2
exit 2
