"""Checks that SAM would accept the `sam deploy` commands of pages and scripts: check-deploy-commands.py TEMPLATE FILE...

Each command is split into words as a shell would and then read by SAM's own parser, with the configuration file that a script
writes for it (`cat >FILE <<END`). Its parameters must be
those of the template, with values that the template allows. What only a shell knows ($VARIABLE, $(command)) counts as a
valid token. Runs in the environment that aws-sam-cli is installed in, and asks the network nothing.
"""

import re
import shlex
import sys
import tempfile
from pathlib import Path

import click
from samcli.commands.deploy.command import cli as deploy
from samcli.yamlhelper import yaml_parse
from shell_blocks import parts

INLINE = re.compile(r"`(sam deploy [^`]+)`")
WRITTEN = re.compile(r"^cat >(\S+) <<END\n(.*?)^END$", re.MULTILINE | re.DOTALL)
UNKNOWN = re.compile(r"\$\([^)]*\)|\$\{?\w+\}?")
TOKEN = "0123456789abcdef" * 4
# Asks 30 questions, hides the admin token's, and saves the answers so that later deployments revert what was changed since.
REFUSED = {"--guided", "-g"}


def lines(file, folder):
    """The lines of a file in which there may be commands. What a script writes to a file is written into the folder."""
    text = "\n".join(parts(file, INLINE))
    for number, written in enumerate(WRITTEN.finditer(text)):
        # SAM tells the format of a configuration by the file's ending.
        place = Path(folder) / f"{number}{Path(written.group(1)).suffix}"
        place.write_text(UNKNOWN.sub(TOKEN, written.group(2)), encoding="utf-8")
        text = text.replace(written.group(1), str(place))
    yield from text.splitlines()


def commands(file, folder):
    """The `sam deploy` commands of a page or a script, each as a list of words."""
    for line in lines(file, folder):
        for command in re.findall(r"\bsam deploy .*", line):
            lexer = shlex.shlex(UNKNOWN.sub(TOKEN, command), posix=True, punctuation_chars=True)
            lexer.wordchars += "@:,+%"
            words = list(lexer)
            yield words[: next((i for i, word in enumerate(words) if word[0] in "&|;()<>"), len(words))]


def problems(words, parameters):
    """What is wrong with a command."""
    if REFUSED & set(words):
        yield "asks questions instead of deploying"
        return
    try:
        options = deploy.make_context("deploy", words[2:]).params
    except click.ClickException as wrong:
        yield wrong.format_message()
        return
    for name in ("stack_name", "capabilities"):
        if not options[name]:
            yield f"has no --{name.replace('_', '-')}"
    for name, value in (options["parameter_overrides"] or {}).items():
        if name not in parameters:
            yield f"the template has no parameter {name}"
        else:
            yield from refused(name, value, parameters[name])


def refused(name, value, declared):
    """Why CloudFormation would not take a parameter's value."""
    if "AllowedValues" in declared and value not in map(str, declared["AllowedValues"]):
        yield f"{name} cannot be '{value}'"
    if "AllowedPattern" in declared and not re.fullmatch(declared["AllowedPattern"], value):
        yield f"{name} {declared['ConstraintDescription']}, not '{value}'"
    if declared["Type"] == "Number":
        if not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", value):
            yield f"{name} is a number, not '{value}'"
        elif not declared["MinValue"] <= float(value) <= declared["MaxValue"]:
            yield f"{name} must be from {declared['MinValue']} to {declared['MaxValue']}, not {value}"


def main(template, files):
    parameters = yaml_parse(Path(template).read_text(encoding="utf-8"))["Parameters"]
    wrong = []
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        for file in files:
            for words in commands(file, folder):
                found += 1
                wrong += [f"{file}: {shlex.join(words)}\n  {why}" for why in problems(words, parameters)]
    sys.exit("\n".join(wrong) or (0 if found else "no file has a sam deploy command"))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: check-deploy-commands.py TEMPLATE FILE...")
    main(sys.argv[1], sys.argv[2:])
