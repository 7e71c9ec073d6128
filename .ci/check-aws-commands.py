"""Checks that AWS's services would take the `aws` commands of pages and scripts: check-aws-commands.py FILE...

Each command is compared with the description of its service in botocore, which the AWS CLI is made of: the operation exists, takes
each option, gets what it requires, and a value that only some texts are allowed for is one of them. What only a shell knows
($VARIABLE, $(command)) counts as a value that is right; a command in it is checked for itself. Runs in the environment that
aws-sam-cli is installed in, and asks the network nothing.
"""

import json
import re
import shlex
import sys

import botocore.session
from botocore import xform_name
from botocore.exceptions import UnknownServiceError
from shell_blocks import parts

# A sentence may name a command without its options.
INLINE = re.compile(r"`(aws [^`]+--[^`]+)`")
COMMAND = re.compile(r"(?<![\w/.-])aws (?=[a-z0-9]+ [a-z0-9-]+)")
TOKEN = "SHELL"
# Of the AWS CLI itself, with any command.
GLOBAL = {"--query", "--output", "--region", "--profile", "--cli-binary-format"}
# Commands that the AWS CLI adds to the services' own: the options that they have.
ADDED = {
    ("s3", "cp"): {"--recursive", "--exclude", "--include", "--content-type", "--cache-control", "--no-progress", "--only-show-errors"},
    ("s3", "sync"): {"--delete", "--exclude", "--include", "--cache-control", "--no-progress", "--only-show-errors", "--size-only"},
    ("s3", "rm"): {"--recursive", "--exclude", "--include", "--only-show-errors"},
    ("s3", "rb"): {"--force"},
    ("logs", "tail"): {"--since", "--format", "--filter-pattern", "--follow"},
}
# What the AWS CLI calls otherwise than botocore or the service, or takes in a shorter form; and what it need not be given then.
SERVICES = {"deploy": "codedeploy"}
RENAMED = {("sns", "subscribe"): {"--notification-endpoint": "--endpoint"}}
SHORTER = {("cloudfront", "create-invalidation"): {"--paths": "--invalidation-batch"}}
OUTPUTS = {"json", "text", "table", "yaml"}


def end(text, start):
    """Where the command that begins at start ends: at the first sign of the shell that is neither quoted nor in $(...)."""
    depth, quote, at = 0, "", start
    while at < len(text):
        sign = text[at]
        if quote == "'":
            quote = "" if sign == "'" else quote
        elif sign == "\\":
            at += 1
        elif text.startswith("$(", at):
            depth += 1
            at += 1
        elif sign == ")" and depth:
            depth -= 1
        elif depth:
            pass
        elif quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        elif sign in "|;&)<>\n" or text.startswith(" #", at):
            break
        at += 1
    return at


def without_substitutions(command):
    """The command with a word for each $(...) and each $VARIABLE."""
    found = command.find("$(")
    while found >= 0:
        depth, at = 1, found + 2
        while at < len(command) and depth:
            depth += {"(": 1, ")": -1}.get(command[at], 0)
            at += 1
        command = command[:found] + TOKEN + command[at:]
        found = command.find("$(")
    return re.sub(r"\$\{?\w+\}?|\$\d", TOKEN, command)


def commands(file):
    """The aws commands of a page or a script, each as a list of words; those in $(...) for themselves."""
    for part in parts(file, INLINE):
        for found in COMMAND.finditer(part):
            yield shlex.split(without_substitutions(part[found.start() : end(part, found.start())]))


def options(words):
    """The options of a command with their values, a list for each."""
    found = {}
    name = None
    for word in words:
        if word.startswith("--"):
            name, _, value = word.partition("=")
            found[name] = [value] if value else []
        elif name is not None:
            found[name].append(word)
    return found


def members(shape):
    return {"--" + xform_name(name, "-"): (name, member) for name, member in shape.members.items()}


def wrong_value(option, values, shape):
    """Why a service would not take the values of an option."""
    if TOKEN in " ".join(values) or (values and values[0].startswith("file://")):
        return
    if shape.type_name == "boolean":
        if values:
            yield f"{option} takes no value"
        return
    if not values:
        yield f"{option} needs a value"
        return
    value = values[0]
    if getattr(shape, "enum", None) and value not in shape.enum:
        yield f"{option} cannot be {value}"
    if shape.type_name in ("integer", "long") and not re.fullmatch(r"-?\d+", value):
        yield f"{option} is a number, not {value}"
    if shape.type_name == "structure" and not value.startswith("{"):
        for pair in re.split(r",(?=\w+=)", value):
            if pair.split("=")[0] not in shape.members:
                yield f"{option} has no {pair.split('=')[0]}"
    if value.startswith("{") and shape.type_name in ("structure", "map"):
        for name in json.loads(value) if shape.type_name == "structure" else ():
            if name not in shape.members:
                yield f"{option} has no {name}"


def problems(words, session):
    service, operation, given = words[1], words[2], options(words[3:])
    if given.get("--output", ["text"])[0] not in OUTPUTS:
        yield f"there is no output {given['--output'][0]}"
    if (service, operation) in ADDED:
        yield from (f"takes no {each}" for each in given.keys() - ADDED[service, operation] - GLOBAL)
        return
    try:
        model = session.get_service_model(SERVICES.get(service, service))
    except UnknownServiceError:
        yield f"there is no service {service}"
        return
    if operation == "wait":
        waiter = words[3]
        waiters = session.get_waiter_model(service)
        names = {xform_name(name, "-"): name for name in waiters.waiter_names}
        if waiter not in names:
            yield f"{service} cannot wait for {waiter}"
            return
        operations = [waiters.get_waiter(names[waiter]).operation]
    else:
        operations = [name for name in model.operation_names if xform_name(name, "-") == operation]
    if not operations:
        yield f"{service} has no {operation}"
        return
    shape = model.operation_model(operations[0]).input_shape
    known = members(shape) if shape else {}
    for option, values in given.items():
        option = RENAMED.get((service, operation), {}).get(option, option)
        if option in GLOBAL or option in SHORTER.get((service, operation), {}):
            continue
        positive = option.replace("--no-", "--", 1)
        if option in known:
            yield from wrong_value(option, values, known[option][1])
        elif positive in known and known[positive][1].type_name == "boolean":
            yield from wrong_value(option, values, known[positive][1])
        else:
            yield f"takes no {option}"
    for option, (name, _) in known.items():
        short = {long: short for short, long in SHORTER.get((service, operation), {}).items()}.get(option)
        if short not in given and name in shape.required_members and option not in given and option.replace("--", "--no-", 1) not in given:
            yield f"needs {option}"


def main(files):
    session = botocore.session.get_session()
    found = 0
    wrong = []
    for file in files:
        for words in commands(file):
            found += 1
            wrong += [f"{file}: {shlex.join(words)}\n  {why}" for why in problems(words, session)]
    sys.exit("\n".join(wrong) or (0 if found else "no file has an aws command"))


if __name__ == "__main__":
    main(sys.argv[1:])
