"""Runs the jobs of a workflow as far as a machine without GitHub can: run-workflow.py FILE [JOB...] [--ref REF]

Each job gets a Debian 13 of its own, made with debootstrap from the mirrors that this machine's apt uses, with nothing installed that
the job does not install. actions/checkout is a clone of HEAD, actions/setup-java a copy of the JDK that ./bout finds, its cache for
Maven a copy of this machine's. All other actions are left out, and so are steps with values that only GitHub knows; each is named.
A job of a matrix is named like "run (gates)"; without names all jobs run. Needs root and PyYAML: that of `.ci/environment sam`.
"""

import argparse
import itertools
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

HOME = Path(__file__).resolve().parent.parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bout"
RELEASE = "trixie"
# What GitHub's own images of Ubuntu have and jobs outside of a container count on.
RUNNER = "ca-certificates curl gh git procps unzip xz-utils"
EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
COMPARISON = re.compile(r"(\S+) == '([^']*)'")
# Where this machine reaches registries: proxies, and the certificates of what is between. The rest of its environment stays outside.
NETWORK = re.compile(r"(?i)_proxy$|_cert$|_certs$|ca_?bundle|_cainfo$|^ssl_cert")


class Unknown(Exception):
    """Something that only GitHub knows."""


def said(words):
    print(f"--- {words}", flush=True)


def run(*words, **more):
    return subprocess.run(words, check=True, **more)


def output(*words):
    return run(*words, stdout=subprocess.PIPE, text=True).stdout


def mirrors():
    """The host's mirror of Debian, and that of its security updates."""
    sites = dict(
        line.split(" ", 1)
        for line in output("apt-get", "indextargets", "--format", "$(LABEL) $(SITE)", "Origin: Debian").splitlines()
    )
    debian = sites.get("Debian", "http://deb.debian.org/debian")
    return debian, sites.get("Debian-Security", "http://deb.debian.org/debian-security")


def debian(root):
    """Unpacks a bare Debian, which is made once."""
    packed = CACHE / f"{RELEASE}.tar"
    if not packed.exists():
        said(f"making a Debian {RELEASE}, which takes minutes")
        made = root / "made"
        main, security = mirrors()
        proxy = output("apt-config", "dump", "--format", "%v", "Acquire::http::Proxy").strip()
        run("debootstrap", "--variant=minbase", RELEASE, made, main, stdout=subprocess.DEVNULL,
            env={**os.environ, **({"http_proxy": proxy} if proxy else {})})
        (made / "etc/apt/sources.list").write_text(
            f"deb {main} {RELEASE} main\ndeb {main} {RELEASE}-updates main\ndeb {security} {RELEASE}-security main\n"
        )
        # As this machine's apt reaches its mirrors.
        reach = (line for line in output("apt-config", "dump").splitlines() if re.match(r"Acquire::(https?::|Check-)", line))
        (made / "etc/apt/apt.conf.d/99-as-outside").write_text("".join(f"{line}\n" for line in reach))
        if Path("/usr/local/share/ca-certificates").is_dir():
            shutil.copytree("/usr/local/share/ca-certificates", made / "usr/local/share/ca-certificates", dirs_exist_ok=True)
        CACHE.mkdir(parents=True, exist_ok=True)
        run("tar", "-C", made, "-cf", f"{packed}.part", ".")
        os.replace(f"{packed}.part", packed)
        shutil.rmtree(made)
    run("tar", "-C", root, "-xpf", packed)
    shutil.copyfile("/etc/resolv.conf", root / "etc/resolv.conf")


def jobs(workflow):
    """Each job with its name and its place in a matrix."""
    for name, job in workflow["jobs"].items():
        matrix = job.get("strategy", {}).get("matrix", {})
        axes = {axis: values for axis, values in matrix.items() if axis != "include"}
        places = [dict(zip(axes, place)) for place in itertools.product(*axes.values())] if axes else []
        for place in places + matrix.get("include", []) or [{}]:
            yield name + (f" ({', '.join(map(str, place.values()))})" if place else ""), job, place


class Job:
    """A job in a Debian of its own."""

    def __init__(self, root, job, matrix, ref, env):
        self.root, self.job = root, job
        self.known = {f"matrix.{name}": str(each) for name, each in matrix.items()} | {"github.ref": ref}
        self.failed = False
        self.path = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"]
        self.env = {name: value for name, value in os.environ.items() if NETWORK.search(name)} | {
            "HOME": "/root",
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_REF": ref,
            "GITHUB_REF_NAME": ref.split("/", 2)[2],
        }
        for name in ("GITHUB_ENV", "GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"):
            self.env[name] = f"/tmp/{name.lower()}"
            (root / f"tmp/{name.lower()}").touch()
        self.env |= self.values(env) | self.values(job.get("env", {}))
        (root / "work").mkdir()

    def value(self, text):
        def known(found):
            if found.group(1) not in self.known:
                raise Unknown(found.group(1))
            return self.known[found.group(1)]

        return EXPRESSION.sub(known, str(text).lower() if isinstance(text, bool) else str(text))

    def values(self, mapping):
        return {name: self.value(text) for name, text in mapping.items()}

    def applies(self, condition):
        condition = EXPRESSION.sub(r"\1", str(condition))
        if condition in ("always()", "failure()"):
            return self.failed or condition == "always()"
        compared = COMPARISON.fullmatch(condition)
        if condition != "success()" and not (compared and compared.group(1) in self.known):
            raise Unknown(condition)
        return not self.failed and (not compared or self.known[compared.group(1)] == compared.group(2))

    def inside(self, words, env):
        """Runs a command in the Debian; its processes end with it, and its mounts."""
        # The root is a mount of its own, as in a container: Java asks the mount of a folder how much room there is.
        mounts = (
            'mount --bind "$0" "$0" && mount -t proc proc "$0/proc" && mount --rbind /sys "$0/sys" && mount --rbind /dev "$0/dev"'
            ' && exec chroot "$0" "$@"'
        )
        return subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", mounts, self.root, "env", "-C", "/work", *words],
            env={**self.env, "PATH": ":".join(self.path), **env},
            stdin=subprocess.DEVNULL,
        ).returncode

    def action(self, uses, options):
        name = uses.split("@")[0]
        if name == "actions/checkout":
            run("git", "clone", "-q", "--depth", "1", f"file://{HOME}", self.root / "work")
        elif name == "actions/setup-java":
            jdk = "/opt/jdk"
            run("cp", "-aL", output(HOME / "bout", "jdk").strip(), self.root / jdk[1:])
            self.env["JAVA_HOME"] = jdk
            self.path.insert(0, f"{jdk}/bin")
            repository = Path.home() / ".m2/repository"
            if options.get("cache") == "maven" and repository.is_dir():
                (self.root / "root/.m2").mkdir()
                run("cp", "-a", "--reflink=auto", repository, self.root / "root/.m2")
        else:
            said(f"left out: {name}")

    def script(self, step):
        shell = step.get("shell") or self.job.get("defaults", {}).get("run", {}).get("shell")
        shells = {"bash": "bash --noprofile --norc -eo pipefail", None: "sh -e" if "container" in self.job else "bash -e"}
        (self.root / "tmp/step").write_text(self.value(step["run"]))
        status = self.inside([*shlex.split(shells[shell]), "/tmp/step"], self.values(step.get("env", {})))
        for line in (self.root / "tmp/github_path").read_text().splitlines():
            self.path.insert(0, line)
        for line in (self.root / "tmp/github_env").read_text().splitlines():
            self.env.update([line.split("=", 1)])
        for file in ("github_path", "github_env"):
            (self.root / "tmp" / file).write_text("")
        return status == 0

    def steps(self):
        if "container" not in self.job:
            said(f"{self.job['runs-on']} is played by Debian with {RUNNER}")
            self.inside(["sh", "-ec", f"apt-get update -qq && apt-get install -qqy --no-install-recommends {RUNNER} >/dev/null"], {})
        for step in self.job["steps"]:
            title = step.get("name") or step.get("uses") or step["run"].strip().splitlines()[0]
            try:
                title = self.value(title)
                if not self.applies(step.get("if", "success()")):
                    continue
                said(title)
                if "uses" in step:
                    self.action(step["uses"], step.get("with", {}))
                elif not self.script(step):
                    self.failed = True
                    said(f"failed: {title}")
            except Unknown as only_github:
                said(f"left out: {title}: here nobody knows {only_github}")
        return not self.failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("jobs", nargs="*", metavar="JOB")
    parser.add_argument("--ref", default="refs/heads/main", help="what GitHub would have checked out, such as refs/tags/v1.2.3")
    arguments = parser.parse_args()
    workflow = yaml.safe_load(Path(arguments.file).read_text(encoding="utf-8"))
    found = list(jobs(workflow))
    wrong = set(arguments.jobs) - {name for name, _, _ in found}
    if wrong:
        parser.error(f"no job {', '.join(wrong)}; there are: {', '.join(name for name, _, _ in found)}")
    ended = []
    for name, job, matrix in found:
        if arguments.jobs and name not in arguments.jobs:
            continue
        if "uses" in job or not job["runs-on"].startswith("ubuntu"):
            ended.append(f"left out: {name}, which is {job.get('uses') or 'for ' + job['runs-on']}")
            continue
        said(f"job {name}")
        root = Path(tempfile.mkdtemp(prefix="workflow-"))
        try:
            debian(root)
            done = Job(root, job, matrix, arguments.ref, workflow.get("env", {})).steps()
        finally:
            shutil.rmtree(root)
        ended.append(f"{'ok' if done else 'failed'}: {name}")
    print("\n".join(ended))
    sys.exit(any(each.startswith("failed") for each in ended))


if __name__ == "__main__":
    main()
