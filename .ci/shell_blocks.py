"""Finds the shell commands of pages and scripts, for the checks that look whether a tool or a service would take them."""

import re
from pathlib import Path

BLOCK = re.compile(r"^( *)```sh[^\n]*\n(.*?)^ *```", re.MULTILINE | re.DOTALL)


def parts(file, inline):
    """The blocks of a page and the commands in its sentences that match inline; a script as a whole. Continued lines are joined."""
    text = Path(file).read_text(encoding="utf-8")
    if not file.endswith(".md"):
        return [text.replace("\\\n", " ")]
    blocks = [block.group(2).replace("\\\n", " ") for block in BLOCK.finditer(text)]
    return blocks + [" ".join(sentence.group(1).split()) for sentence in inline.finditer(BLOCK.sub("", text))]
