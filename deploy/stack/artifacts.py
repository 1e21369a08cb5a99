"""Fetches the servers' jars once into a cache folder and compiles the OpenSearch launcher."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.stack.errors import FetchFailed, MavenMissing
from deploy.stack.jdk import Jdk

SOURCES = Path(__file__).resolve().parent.parent / "local"
KNN_PLUGIN = "org.opensearch.plugin:opensearch-knn:3.6.0.0:zip"

# A slow line needs minutes for 120 MB; a hung one must still end.
_FETCH_TIMEOUT_S = 900
_COMPILE_TIMEOUT_S = 120
_OUTPUT_TAIL_LINES = 25
_QUIET = ("-B", "-q", "-f")


@dataclass(frozen=True, slots=True)
class Artifacts:
    """The class paths of the servers, below one finished cache folder."""

    folder: Path

    @property
    def kafka_class_path(self) -> str:
        """Everything a broker needs."""
        return f"{self.folder}/kafka/*"

    @property
    def opensearch_class_path(self) -> str:
        """The launcher, the server and the k-NN plugin, in this order."""
        return f"{self.folder}/classes:{self.folder}/opensearch/*:{self.folder}/knn/*"


def cache_folder(environment: Mapping[str, str]) -> Path:
    """Where the artifacts of exactly these poms and sources belong: a change of either gives a new folder."""
    digest = hashlib.sha256()
    for path in sorted(SOURCES.rglob("*")):
        if path.suffix in {".xml", ".java"}:
            digest.update(path.relative_to(SOURCES).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    root = environment.get("XDG_CACHE_HOME") or str(Path(environment.get("HOME") or Path.home()) / ".cache")
    return Path(root) / "mnemolog" / f"stack-{digest.hexdigest()[:12]}"


def fetch(
    cache: Path,
    environment: Mapping[str, str],
    kafka_jdk: Jdk,
    opensearch_jdk: Jdk,
    progress: Callable[[str], None],
) -> Artifacts:
    """The artifacts in `cache`, fetched first if it does not exist yet.

    All is built beside `cache` and renamed at the end, so that a folder that exists is complete. A second
    process waits for the first. Raises `MavenMissing` or `FetchFailed`.
    """
    if cache.is_dir():
        return Artifacts(cache)
    maven = shutil.which("mvn", path=environment.get("PATH", ""))
    if maven is None:
        raise MavenMissing(
            "Maven is needed once, to fetch Kafka and OpenSearch: `mvn` was not found on PATH "
            f"({environment.get('PATH') or 'empty'}). Install it (the package maven, say) and try again."
        )
    cache.parent.mkdir(parents=True, exist_ok=True)
    with _only_one(cache.with_name(cache.name + ".lock"), progress):
        if not cache.is_dir():
            partial = cache.with_name(cache.name + ".partial")
            # Left over by a process that died: the lock says that nobody is working on it.
            shutil.rmtree(partial, ignore_errors=True)
            partial.mkdir()
            for_maven = {**environment, "JAVA_HOME": str(kafka_jdk.home)}
            _build(partial, maven, for_maven, opensearch_jdk, progress)
            partial.rename(cache)
    return Artifacts(cache)


def _build(folder: Path, maven: str, environment: Mapping[str, str], jdk: Jdk, progress: Callable[[str], None]) -> None:
    for server in ("kafka", "opensearch"):
        progress(f"fetching {server} (once)")
        copy = [
            "dependency:copy-dependencies",
            "-DincludeScope=runtime",
            f"-DoutputDirectory={folder / server}",
        ]
        _run([maven, *_QUIET, str(SOURCES / server / "pom.xml"), *copy], environment, _FETCH_TIMEOUT_S)
    progress("fetching the k-NN plugin (once)")
    copy = ["dependency:copy", f"-Dartifact={KNN_PLUGIN}", f"-DoutputDirectory={folder}"]
    _run([maven, *_QUIET, str(SOURCES / "opensearch" / "pom.xml"), *copy], environment, _FETCH_TIMEOUT_S)
    for archive in folder.glob("*.zip"):
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(folder / "knn")
        archive.unlink()
    progress("compiling the OpenSearch launcher (once)")
    sources = sorted(str(path) for path in (SOURCES / "opensearch" / "src").rglob("*.java"))
    class_path = f"{folder}/opensearch/*:{folder}/knn/*"
    options = ["--release", "21", "-cp", class_path, "-d", str(folder / "classes")]
    _run([str(jdk.javac), *options, *sources], environment, _COMPILE_TIMEOUT_S)


def _run(command: list[str], environment: Mapping[str, str], timeout_s: float) -> None:
    try:
        done = subprocess.run(
            command, env=dict(environment), capture_output=True, text=True, timeout=timeout_s, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise FetchFailed(f"{' '.join(command[:6])} … did not end within {timeout_s:.0f} s") from error
    if done.returncode != 0:
        tail = "\n".join((done.stdout + done.stderr).splitlines()[-_OUTPUT_TAIL_LINES:])
        raise FetchFailed(f"{' '.join(command)} failed with exit code {done.returncode}:\n{tail}")


@contextmanager
def _only_one(lock: Path, progress: Callable[[str], None]) -> Iterator[None]:
    """Holds `lock` exclusively; the operating system gives it up when the process dies."""
    descriptor = os.open(lock, os.O_CREAT | os.O_RDWR, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            progress(f"waiting for another process that fetches ({lock})")
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
