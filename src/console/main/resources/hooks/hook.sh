#!/bin/sh
# Sends a hook of @AGENT@ to Eddyline and prints the answer.
# While Eddyline is unavailable, the agent continues; with the argument "block" the
# tool does not run. With "context", an answer with text ends with 2.
# The token is read from EDDYLINE_TOKEN, not from an argument.
line_feed='
'
if answer=$(curl -sS --max-time @SECONDS@ --noproxy localhost,127.0.0.1 \
  --header 'Content-Type: application/json' --header @/dev/fd/3 --data-binary @- \
  --write-out '\n%{http_code}' '@URL@' 3<<END_OF_HEADER
${EDDYLINE_TOKEN:+Authorization: Bearer $EDDYLINE_TOKEN}
END_OF_HEADER
); then
  status=${answer##*"$line_feed"}
  answer=${answer%"$line_feed"*}
  if [ "$status" = 200 ]; then
    printf '%s\n' "$answer"
    [ "${1:-}" != context ] || [ "$answer" = '{}' ] || exit 2
    exit 0
  fi
  printf 'Eddyline answered %s: %.500s\n' "$status" "$(printf '%s' "$answer" | tr -d '[:cntrl:]')" >&2
else
  echo 'Eddyline did not answer.' >&2
fi
[ "${1:-}" = block ] || exit 0
echo 'No tool runs without an answer of Eddyline.' >&2
exit 2
