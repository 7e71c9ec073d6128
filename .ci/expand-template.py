"""Writes what CloudFormation gets to see of a SAM template: expand-template.py TEMPLATE OUT.json [NAME=VALUE...]

`sam validate --lint` looks at the template as it is written, and passes, for example, a runtime that does not exist; cfn-lint on
the expanded template does not. Values of parameters may follow. Runs in the environment that aws-sam-cli is installed in, and asks the network nothing.
"""

import json
import sys
from pathlib import Path

import boto3
from samcli.yamlhelper import yaml_parse
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator

REGION = "eu-central-1"


def expand(template, parameters):
    functions = (r for r in template["Resources"].values() if r["Type"] == "AWS::Serverless::Function")
    for function in functions:
        # The translator knows only code that was uploaded; where to is nothing it looks at.
        function["Properties"]["CodeUri"] = "s3://code/" + Path(function["Properties"]["CodeUri"]).name
    return Translator({}, Parser(), boto_session=boto3.Session(region_name=REGION)).translate(template, parameters)


def main(source, target, parameters):
    expanded = expand(yaml_parse(Path(source).read_text(encoding="utf-8")), parameters)
    Path(target).write_text(json.dumps(expanded, indent=1, default=str), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: expand-template.py TEMPLATE OUT.json [NAME=VALUE...]")
    main(sys.argv[1], sys.argv[2], dict(each.split("=", 1) for each in sys.argv[3:]))
