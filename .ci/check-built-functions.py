"""Looks whether what `sam build` made can be deployed: check-built-functions.py BUILT-TEMPLATE

Each function's CodeUri must be a jar with the handler's class in it; a jar of no more than 50 MB, which is what Lambda takes.
"""

import sys
from pathlib import Path
from zipfile import ZipFile

from samcli.yamlhelper import yaml_parse

MAX_BYTES = 50 * 1024 * 1024


def problem(folder, function):
    jar = folder / function["CodeUri"]
    if not jar.is_file():
        return f"its CodeUri {jar} is not there; run ./mvnw package first"
    if jar.stat().st_size > MAX_BYTES:
        return f"{jar} has {jar.stat().st_size} bytes, and Lambda takes {MAX_BYTES}"
    handler = function["Handler"].split("::")[0]
    with ZipFile(jar) as packed:
        if handler.replace(".", "/") + ".class" not in packed.namelist():
            return f"{jar} has no class {handler}"
    return None


def main(built):
    template = yaml_parse(Path(built).read_text(encoding="utf-8"))
    problems = [
        f"{name}: {found}"
        for name, resource in template["Resources"].items()
        if resource["Type"] == "AWS::Serverless::Function"
        and (found := problem(Path(built).parent, resource["Properties"]))
    ]
    sys.exit("\n".join(problems) or 0)


if __name__ == "__main__":
    main(sys.argv[1])
