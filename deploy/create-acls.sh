#!/bin/sh
# Creates the ACLs of a list such as acls.txt: one call of kafka-acls.sh for each of its lines.
# Rights that exist already stay as they are.
set -eu

usage() {
  cat >&2 <<END
usage: $0 LIST --bootstrap-server HOST:PORT --user NAME [OPTION…]

  LIST                      a file in the format of acls.txt
  --bootstrap-server H:P    a broker
  --user NAME               Kafka user that gets the rights
  --command-config FILE     properties of an administrator's client: its login, TLS
  --prefix PREFIX           topic.prefix; default: empty
  --id ID                   application.id; default: eddyline
  --dry-run                 prints the calls and makes none

KAFKA_ACLS names the program; default: kafka-acls.sh
END
  exit 2
}

fail() {
  echo "$0: $1" >&2
  exit "${2:-2}"
}

list='' server='' user='' config='' prefix='' id=eddyline run=
while [ $# -gt 0 ]; do
  case $1 in
    --dry-run)
      run="echo"
      shift
      continue
      ;;
    --bootstrap-server | --user | --command-config | --prefix | --id)
      [ $# -ge 2 ] || usage
      ;;
    -*) usage ;;
    *)
      [ -z "$list" ] || usage
      list=$1
      shift
      continue
      ;;
  esac
  case $1 in
    --bootstrap-server) server=$2 ;;
    --user) user=$2 ;;
    --command-config) config=$2 ;;
    --prefix) prefix=$2 ;;
    --id) id=$2 ;;
  esac
  shift 2
done
if [ -z "$list" ] || [ -z "$server" ] || [ -z "$user" ]; then
  usage
fi
[ -r "$list" ] || fail "$list: cannot be read"
[ -z "$config" ] || [ -r "$config" ] || fail "$config: cannot be read"
acls=${KAFKA_ACLS:-kafka-acls.sh}
[ -n "$run" ] || command -v "$acls" >/dev/null ||
  fail "$acls is not on the PATH: it is in Kafka's bin folder; KAFKA_ACLS names another one"
# names of topics, groups and users that need no quotes
case $prefix$id in
  *[!A-Za-z0-9._-]*) fail "--prefix and --id: only letters, digits, '.', '_' and '-'" ;;
esac

number=0
while read -r type pattern name operations || [ -n "$type" ]; do
  number=$((number + 1))
  case $type in
    '' | '#'*) continue ;;
    topic | group | transactional-id) ;;
    *) fail "$list:$number: unknown resource type: $type" ;;
  esac
  [ -n "$operations" ] || fail "$list:$number: no operation"
  name=$(printf %s "$name" | sed "s/{prefix}/$prefix/; s/{id}/$id/")
  set -- --bootstrap-server "$server"
  [ -z "$config" ] || set -- "$@" --command-config "$config"
  set -- "$@" --add --allow-principal "User:$user" "--$type" "$name" --resource-pattern-type "$pattern"
  for operation in $operations; do
    set -- "$@" --operation "$operation"
  done
  # without standard input, which is the list
  $run "$acls" "$@" </dev/null || fail "$list:$number: $acls failed; the rights of earlier lines exist" 1
done <"$list"
