"""The names and words of `wordnet.txt`, made from WordNet's database files: `python -m … FOLDER > wordnet.txt`.

WordNet (Princeton University, its licence stands at the head of the list) tells instances, like Ljubljana, from
kinds, like city, and says what each is an instance of. A name stands for its most frequent sense. `words` are the
English words that its tagged texts use: a name that is also one of them needs more than its letters. `kinds` are the
other words for kinds of people, animals, food and drink.
"""

from __future__ import annotations

import sys
from pathlib import Path

CLASSES = {
    "person": "person.1 fictional_character.1",
    "location": "location.1 geological_formation.1 body_of_water.1 structure.1 land.4 land_mass.1 district.1",
    "organisation": "organization.1 gathering.1",
    "event": "event.1 war.1 battle.1",
    "product": "creation.2 writing.2 book.1 music.1 sacred_text.1",
}
KINDS = "person.1 animal.1 food.1 food.2 beverage.1"
"""What a capital often makes look like a name: the postman, a poodle, a daiquiri."""
WORDS_MAX = 4


def main(folder: Path) -> None:
    """Prints the list; `folder` holds WordNet's index and data files."""
    senses: dict[str, list[str]] = {}
    for parts in _lines(folder / "index.noun"):
        senses[parts[0]] = parts[-int(parts[2]) :]
    spelled: dict[str, dict[str, str]] = {}
    above: dict[str, list[str]] = {}
    instances: set[str] = set()
    for parts in _lines(folder / "data.noun"):
        names = [parts[4 + 2 * number] for number in range(int(parts[3], 16))]
        spelled[parts[0]] = {name.lower(): name for name in names}
        above[parts[0]] = [parts[at + 1] for at, sign in enumerate(parts) if sign in ("@", "@i") and at > 3]
        if "@i" in parts:
            instances.add(parts[0])
    roots = {
        kind: {senses[lemma][int(number) - 1] for lemma, _, number in (one.rpartition(".") for one in text.split())}
        for kind, text in CLASSES.items()
    }
    found: dict[str, set[str]] = {kind: set() for kind in CLASSES}
    for lemma, offsets in senses.items():
        name = spelled[offsets[0]].get(lemma, "")
        if offsets[0] not in instances or not name[:1].isupper() or lemma.count("_") >= WORDS_MAX or len(name) < 3:
            continue
        if kind := _kind(offsets[0], roots, above):
            found[kind].add(name.replace("_", " "))
    for kind, names_found in found.items():
        print(f"{kind}\t{','.join(sorted(names_found))}")
    wanted = {senses[lemma][int(number) - 1] for lemma, _, number in (one.rpartition(".") for one in KINDS.split())}
    kinds = {
        lemma
        for lemma, offsets in senses.items()
        if len(lemma) > 3 and lemma.isalpha() and offsets[0] not in instances
        if spelled[offsets[0]].get(lemma, "").islower() and _kind(offsets[0], {"kind": wanted}, above)
    }
    words = _words(folder)
    print(f"kinds\t{','.join(sorted(kinds - words))}")
    print(f"words\t{','.join(sorted(words))}")


def _kind(offset: str, roots: dict[str, set[str]], above: dict[str, list[str]]) -> str | None:
    waiting, seen = [offset], set()
    while waiting:
        here = waiting.pop(0)
        for kind, offsets in roots.items():
            if here in offsets:
                return kind
        if here not in seen:
            seen.add(here)
            waiting.extend(above[here])
    return None


def _words(folder: Path) -> set[str]:
    """Lower-case single words of which the tagged texts hold an example."""
    lower = {
        parts[4 + 2 * number].partition("(")[0]
        for part in ("noun", "verb", "adj", "adv")
        for parts in _lines(folder / f"data.{part}")
        for number in range(int(parts[3], 16))
    }
    used = (line.split() for line in (folder / "index.sense").read_text("latin-1").splitlines())
    lemmas = {key.partition("%")[0] for key, _, _, count in used if int(count) > 0}
    return {lemma for lemma in lemmas & lower if lemma.isalpha() and lemma.islower()}


def _lines(path: Path) -> list[list[str]]:
    return [line.split() for line in path.read_text("latin-1").splitlines() if not line.startswith("  ")]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
