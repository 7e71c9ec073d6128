"""Writes DynamoDBLocal.jar, which only says where everything is: dynamodb-local-jar.py FOLDER

FOLDER/DynamoDBLocal_lib holds the jars. Amazon ships DynamoDB Local in this layout, but only as an archive beside Maven Central.
"""

import sys
from pathlib import Path
from zipfile import ZipFile


def wrapped(line):
    """A line of a manifest has 72 bytes at most; what is longer goes on in the next after one space."""
    parts = [line[:72]] + [line[i : i + 71] for i in range(72, len(line), 71)]
    return "\r\n ".join(parts) + "\r\n"


def manifest(jars):
    return (
        wrapped("Manifest-Version: 1.0")
        + wrapped("Main-Class: software.amazon.dynamodb.services.local.main.ServerRunner")
        + wrapped("Class-Path: " + " ".join(f"DynamoDBLocal_lib/{jar}" for jar in jars))
        + "\r\n"
    )


def main(folder):
    jars = sorted(jar.name for jar in (folder / "DynamoDBLocal_lib").glob("*.jar"))
    if len(jars) < 50:
        sys.exit(f"{folder}/DynamoDBLocal_lib has {len(jars)} jars, which cannot be all")
    with ZipFile(folder / "DynamoDBLocal.jar", "w") as jar:
        jar.writestr("META-INF/MANIFEST.MF", manifest(jars))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
