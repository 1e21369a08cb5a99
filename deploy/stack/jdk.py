"""Finds a Java installation that is new enough, and says where it looked when there is none."""

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from deploy.stack.errors import JdkMissing

# Where packages and installers of Linux and macOS put a JDK; `*` stands for one installation.
PLACES = (
    "/usr/lib/jvm/*",
    "/opt/java/*",
    "/Library/Java/JavaVirtualMachines/*/Contents/Home",
)

_VERSION_TIMEOUT_S = 20


@dataclass(frozen=True, slots=True)
class Jdk:
    """One Java installation."""

    home: Path
    version: str

    @property
    def major(self) -> int:
        """The feature release, 17 of `17.0.15` and 8 of `1.8.0_392`."""
        first, _, rest = self.version.partition(".")
        return int(re.split(r"\D", rest if first == "1" else first)[0] or 0)

    @property
    def java(self) -> Path:
        """The launcher."""
        return self.home / "bin" / "java"

    @property
    def javac(self) -> Path:
        """The compiler, which a plain runtime does not have."""
        return self.home / "bin" / "javac"


def find_jdk(least: int, purpose: str, environment: Mapping[str, str], *, places: Sequence[str] = PLACES) -> Jdk:
    """The first JDK of at least version `least`: JAVA_HOME, then `java` on PATH, then `places`, newest first.

    Raises `JdkMissing`, naming every place and every JDK that was too old or had no compiler.
    """
    rejected: list[str] = []
    for home in _homes(environment, places):
        jdk = _read(home)
        if jdk is None:
            continue
        if jdk.major >= least and jdk.javac.exists():
            return jdk
        why = "too old" if jdk.major < least else "no javac"
        line = f"{jdk.version} at {jdk.home} ({why})"
        if line not in rejected:
            rejected.append(line)
    raise JdkMissing(
        f"{purpose} needs a JDK of version {least} or newer. "
        f"Looked at JAVA_HOME ({environment.get('JAVA_HOME') or 'not set'}), `java` on PATH, "
        f"{', '.join(places)}. "
        f"Found: {'; '.join(rejected) or 'no Java at all'}. "
        f"Install one (for example Eclipse Temurin {least}, or the package openjdk-{least}-jdk) and set "
        "JAVA_HOME to it if it is somewhere else."
    )


def _homes(environment: Mapping[str, str], places: Sequence[str]) -> Iterator[Path]:
    if java_home := environment.get("JAVA_HOME"):
        yield Path(java_home)
    if on_path := shutil.which("java", path=environment.get("PATH", "")):
        yield Path(on_path).resolve().parent.parent
    for place in places:
        root, _, pattern = place.partition("*")
        found = [jdk for path in Path(root).glob("*" + pattern) if (jdk := _read(path.resolve()))]
        yield from (jdk.home for jdk in sorted(found, key=lambda jdk: jdk.major, reverse=True))


def _read(home: Path) -> Jdk | None:
    """The installation at `home`, from its `release` file, else from what `java -version` prints."""
    if not (home / "bin" / "java").exists():
        return None
    release = home / "release"
    text = release.read_text(encoding="utf-8", errors="replace") if release.exists() else ""
    match = re.search(r'JAVA_VERSION="([^"]+)"', text) or re.search(r'version "([^"]+)"', _ask(home))
    return Jdk(home, match.group(1)) if match else None


def _ask(home: Path) -> str:
    try:
        answer = subprocess.run(
            [home / "bin" / "java", "-version"],
            capture_output=True,
            text=True,
            timeout=_VERSION_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return answer.stderr + answer.stdout
