"""Looks at what CloudFormation gets to see: check-expanded.py EXPANDED.json WITH-ANOTHER-RELEASE.json

- Another release gives every function a version of its own. Otherwise its alias would stay at the version before, with the
  settings of then.
- Roles have the rights that template.yaml spells out, and no managed policy but the one for writing logs: SAM adds others by
  itself.
- Nothing may do everything: no statement allows all actions of a service on every resource. No role may list a bucket, where the
  names of private files are.
- Everybody who may look at the stack sees its parameters: none is a secret, but the one that an OpenID provider may demand.
- With a web ACL, each function that the HTTPS API calls answers only through the CDN; and whoever opens connections of bots is held
  back.
- Whoever takes a new version back looks at an alarm that is there.
- Two stacks of one account do not want the same name for a schedule.
- Nothing but another name or kind replaces a queue: the new one could not have the name of the old one.
- A function's policy, which has a statement for each permission to invoke it, stays well below the 20,480 bytes that Lambda takes.
"""

import json
import sys
from collections import Counter
from pathlib import Path

import cfnlint

LOGS = "AWSLambdaBasicExecutionRole"
MOST_PERMISSIONS = 10
# API Gateway opens 500 a second for the whole account.
MOST_CONNECTS = 50


def of_type(template, kind):
    return {name: each["Properties"] for name, each in template["Resources"].items() if each["Type"] == kind}


def many(value):
    return value if isinstance(value, list) else [value]


def replacing(kind):
    """The properties of a resource type that CloudFormation changes by making a new resource."""
    for file in (Path(cfnlint.__file__).parent / "data/schemas/resources").glob("*.json"):
        schema = json.loads(file.read_text(encoding="utf-8"))
        if schema.get("typeName") == kind:
            return {each.removeprefix("/properties/") for each in schema["createOnlyProperties"]}
    raise LookupError(kind)


def problems(expanded, released):
    if replacing("AWS::SQS::Queue") != {"QueueName", "FifoQueue"}:
        yield "there are other reasons to replace a queue than a change of its name, which is fixed"

    functions = of_type(expanded, "AWS::Lambda::Function")
    versions = of_type(expanded, "AWS::Lambda::Version")
    if len(versions) != len(functions):
        yield f"{len(functions)} functions have {len(versions)} versions"
    for name in versions.keys() & of_type(released, "AWS::Lambda::Version").keys():
        yield f"another release publishes no version instead of {name}"

    for name, role in of_type(expanded, "AWS::IAM::Role").items():
        for managed in role.get("ManagedPolicyArns", []):
            if not str(managed).endswith(LOGS):
                yield f"{name} has the managed policy {managed}"
        for policy in role.get("Policies", []):
            for statement in policy["PolicyDocument"]["Statement"]:
                if "Fn::If" in statement:
                    statement = statement["Fn::If"][1]
                for action in many(statement["Action"]):
                    if "*" in action or action.startswith("s3:List"):
                        yield f"{name} allows {action}"
                if "*" in many(statement["Resource"]):
                    yield f"{name} allows {statement['Action']} on everything"

    alarms = [alarm.get("AlarmName") for alarm in of_type(expanded, "AWS::CloudWatch::Alarm").values()]
    canaries = of_type(expanded, "AWS::CodeDeploy::DeploymentGroup")
    if not canaries:
        yield "no new version is tried with few requests first"
    for name, canary in canaries.items():
        for alarm in canary["AlarmConfiguration"]["Alarms"]:
            if alarm["Name"] not in alarms:
                yield f"{name} looks at {alarm['Name']}, which is no alarm"

    for name, parameter in expanded["Parameters"].items():
        if parameter.get("NoEcho") and name != "SignInClientSecret":
            yield f"{name} is a secret"

    for name, permission in of_type(expanded, "AWS::Lambda::Permission").items():
        if permission["Principal"] == "apigateway.amazonaws.com" and "LinesApi" not in json.dumps(permission["SourceArn"]):
            function = permission["FunctionName"]["Ref"].removesuffix("Aliaslive")
            variables = functions[function]["Environment"]["Variables"]
            if variables.get("BOUT_ONLY_THROUGH_CDN") != {"Fn::If": ["HasWebAcl", "on", "off"]}:
                yield f"{function} answers around the CDN"
            if "CdnSecret" not in json.dumps(variables.get("BOUT_CDN_SECRET")):
                yield f"{function} does not know the CDN's secret"
    if of_type(expanded, "AWS::ApiGatewayV2::Stage")["LinesStage"]["RouteSettings"]["$connect"]["ThrottlingRateLimit"] > MOST_CONNECTS:
        yield f"anyone may open more than {MOST_CONNECTS} connections a second"

    for name, schedule in of_type(expanded, "AWS::Scheduler::Schedule").items():
        if "Name" in schedule:
            yield f"{name} has the same name in every stack of an account"

    permissions = Counter(
        json.dumps(each["FunctionName"]) for each in of_type(expanded, "AWS::Lambda::Permission").values()
    )
    for function, count in permissions.items():
        if count > MOST_PERMISSIONS:
            yield f"{function} has {count} permissions"


def main(expanded, released):
    sys.exit("\n".join(problems(*(json.loads(Path(each).read_text(encoding="utf-8")) for each in (expanded, released)))) or 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
