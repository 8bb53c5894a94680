"""schemas.py WHEEL VERSION FOLDER: writes the strict schemas of a Kubernetes version that the Python
package kubernetes-validate contains, in the form that kubeconform reads: references are relative.
"""
import json
import pathlib
import sys
import zipfile

wheel, version, folder = sys.argv[1:]
place = f"kubernetes_validate/kubernetes-json-schema/v{version}-local-strict/"
with zipfile.ZipFile(wheel) as files:
    names = [name for name in files.namelist() if name.startswith(place) and name.endswith(".json")]
    if not names:
        sys.exit(f"{wheel} has no schemas of Kubernetes {version}")
    for name in names:
        schema = json.loads(files.read(name))
        schema.pop("$id", None)
        text = json.dumps(schema).replace('"/api/_definitions.json#', '"_definitions.json#')
        pathlib.Path(folder, pathlib.PurePosixPath(name).name).write_text(text)
