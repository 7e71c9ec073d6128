"""Checks that a policy allows what CloudFormation does for a template: check-deployer-policy.py EXPANDED.json POLICY.json SCRIPT

CloudFormation makes each resource in the name of whoever deploys. Which actions that needs is in the descriptions of the resource
types, which cfn-lint has. The policy must allow all of them, and those of the script's aws commands, but not everything: all actions
of a service only on resources that are named after the stack. Runs in the environment that aws-sam-cli is installed in.
"""

import json
import re
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import botocore.session
import cfnlint
from botocore import xform_name

# What the descriptions list for properties that the template does not use: file systems and networks of functions, streams, copies and
# imports of tables, tables in buckets, budgets of several accounts. And what is no action.
UNUSED = (
    "billing:*",
    "ec2:*",
    "elasticfilesystem:*",
    "firehose:*",
    "iam:CreateServiceLinkedRole",
    "kinesis:*",
    "s3:REST.*",
    "s3files:*",
    "s3tables:*",
    "cloudfront:CreateConnectionGroup",
    "cloudfront:GetConnectionGroup",
    "cloudfront:GetVpcOrigin",
    "lambda:GetCodeSigningConfig",
    "lambda:GetLayerVersion",
    "lambda:PassCapacityProvider",
    # The key's own policy allows these, with the parameter TableKeyArn.
    "kms:*",
)
MANAGED_POLICY = 6144


def handlers(types):
    """What CloudFormation needs for each type of resource."""
    for file in (Path(cfnlint.__file__).parent / "data/schemas/resources").glob("*.json"):
        schema = json.loads(file.read_text(encoding="utf-8"))
        if schema.get("typeName") in types:
            for kind in ("create", "read", "update", "delete"):
                for action in schema.get("handlers", {}).get(kind, {}).get("permissions", []):
                    yield schema["typeName"], action


def called(script):
    """What the aws commands of a script need, which is named after the operations."""
    session = botocore.session.get_session()
    for service, operation in set(re.findall(r"\baws ([a-z0-9]+) ([a-z0-9-]+)", Path(script).read_text(encoding="utf-8"))):
        if service == "s3":
            continue
        model = session.get_service_model(service)
        for name in model.operation_names:
            if xform_name(name, "-") == operation:
                yield f"aws {service} {operation}", f"{service}:{name}"


def main(expanded, policy, script):
    types = {each["Type"] for each in json.loads(Path(expanded).read_text(encoding="utf-8"))["Resources"].values()}
    text = Path(policy).read_text(encoding="utf-8")
    statements = json.loads(text)["Statement"]
    allowed = [action for each in statements for action in each["Action"]]
    needed = [*handlers(types), *called(script)]
    wrong = sorted(
        f"{action} is not allowed, which {who} needs"
        for who, action in set(needed)
        if not any(fnmatchcase(action.lower(), each.lower()) for each in [*allowed, *UNUSED])
    )
    wrong += [f"no resource type {each} is described" for each in types - {who for who, _ in needed}]
    for each in statements:
        for action in each["Action"]:
            if "*" in action and (each["Resource"] == "*" or not re.fullmatch(r"[a-z0-9]+:\*", action)):
                wrong.append(f"{each['Sid']} allows {action} on {each['Resource']}")
    if len(re.sub(r"\s", "", text)) > MANAGED_POLICY:
        wrong.append(f"it is longer than the {MANAGED_POLICY} characters of a managed policy")
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
