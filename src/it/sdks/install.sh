#!/usr/bin/env bash
# install.sh FOLDER: installs the packages of all SDKs into FOLDER, unless they are installed.
#
# Each file in requirements/ gives a Python environment of the same name, node/ gives node/.
# Needs Python 3.11 and Node.js 20.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)

# installed FILE COPY: an installation ends with a copy of its list of packages
installed() {
  cmp -s "$1" "$2"
}

# uv installs several times faster than pip
uv=$folder/uv/bin/uv
if [ ! -x "$uv" ]; then
  python3 -m venv "$folder/uv"
  "$folder/uv/bin/pip" install -q uv==0.13.9
fi
for file in "$here"/requirements/*.txt; do
  environment=$folder/$(basename "$file" .txt)
  if ! installed "$file" "$environment/requirements.txt"; then
    rm -rf "$environment"
    "$uv" venv -q --python 3.11 --no-python-downloads "$environment"
    "$uv" pip install -q --python "$environment/bin/python" -r "$file"
    cp "$file" "$environment/requirements.txt"
  fi
done

lock=node/package-lock.json
if ! installed "$here/$lock" "$folder/$lock.installed"; then
  mkdir -p "$folder/node"
  cp "$here"/node/package*.json "$folder/node/"
  npm ci --prefix "$folder/node" --ignore-scripts --no-audit --no-fund --loglevel=error
  cp "$here/$lock" "$folder/$lock.installed"
fi

# parsers of graph formats, for GraphOraclesIT
graphs=$(dirname "$here")/graphs
if ! installed "$graphs/package-lock.json" "$folder/graphs.installed"; then
  mkdir -p "$folder/graphs"
  cp "$graphs"/package*.json "$folder/graphs/"
  npm ci --prefix "$folder/graphs" --ignore-scripts --no-audit --no-fund --loglevel=error
  cp "$graphs/package-lock.json" "$folder/graphs.installed"
fi
