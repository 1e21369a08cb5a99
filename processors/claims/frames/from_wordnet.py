"""The noun classes of `nouns_en.txt`, made from WordNet's database files: `python -m … FOLDER > nouns_en.txt`.

WordNet (Princeton University, its licence stands at the head of the list) says of every noun what it is a kind of. A
noun belongs to a class when its most frequent sense is a kind of one of the class's roots and of no exception.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

CLASSES: dict[str, tuple[str, str]] = {
    "occupation": (
        "worker.1 professional.1 skilled_worker.1 entertainer.1 artist.1 creator.2 scientist.1 health_professional.1"
        " educator.1 engineer.1 serviceman.1 student.1 driver.1 farmer.1 craftsman.1 writer.1 official.1"
        " merchant.1 clergyman.1 manager.1 technician.1 lawyer.1 businessperson.1 caretaker.1"
        " administrator.1"
        " apprentice.1 specialist.1 nurse.1 musician.1 cook.1 coach.1 counselor.1 attendant.1",
        "slave.1 prostitute.1 servant.1 mother.1 volunteer.1 messenger.1 god.1 owner.1 head_of_state.1"
        " spiritual_leader.1"
        " homeowner.1 winner.1 loser.1",
    ),
    "animal": (
        "dog.1 cat.1 rodent.1 leporid.1 domestic_animal.1 parrot.1 finch.1 pigeon.1 turtle.1 lizard.1 snake.1 horse.1"
        " goldfish.1 equine.1 hedgehog.2 ferret.1 poultry.1 goat.1 pig.1 sheep.1 duck.1 pony.1 cockatiel.1 bird.1"
        " budgerigar.1 canary.4 puppy.1 kitten.1 swine.1 frog.1 salamander.1 spider.1",
        "male.2 female.1",
    ),
    "food": (
        "food.1 food.2 edible_fruit.1 vegetable.1 beverage.1 herb.2 spice.1 meat.1 seafood.1 nut.1 dairy_product.1"
        " condiment.1 dish.2 mushroom.1 legume.3 grain.2",
        "meal.1 feed.1 diet.1 medicine.2 fare.4",
    ),
    "ailment": (
        "illness.1 disorder.1 disease.1 allergy.1 disability.1 phobia.1 syndrome.1 addiction.1 pregnancy.1 migraine.1",
        "plant_disease.1 animal_disease.1",
    ),
    "symptom": ("symptom.1 pain.1 ache.1 fatigue.1 injury.1 cold.1 fever.1", ""),
    "drug": ("medicine.2 drug.1 vitamin.1", "alcohol.1 drug_of_abuse.1 narcotic.1 caffeine.1 coffee.1 beverage.1"),
    "instrument": ("musical_instrument.1", "calculator.2 bell.1"),
    "game": (
        "sport.1 game.1 dance.1 athletic_game.1 board_game.1 card_game.1 handicraft.1 handicraft.2 exercise.1"
        " gymnastics.1 climb.2"
        " riding.1 martial_art.1 gardening.1 photography.1 fishing.1 hunting.1 painting.2 sculpture.2 yoga.2 camping.1",
        "",
    ),
    "possession": (
        "vehicle.1 dwelling.1 house.1 musical_instrument.1 camera.1 boat.1 bicycle.1 computer.1 jewelry.1 apartment.1"
        " trailer.3 furniture.1 electronic_device.1 home_appliance.1 sewing_machine.1 telescope.1 firearm.1 loom.1"
        " farm.1 drone.4 typewriter.1 oven.1 building.1 kayak.1 telephone.1 printer.2 watch.1",
        "public_house.1 school.1 prison.1 hotel.1 house_of_cards.1 bed.1 hospital.1 church.1 place_of_worship.1"
        " public_transport.1 bus.1 train.1 office_building.1 ambulance.1 police_cruiser.1 rocket.1 missile.1"
        " cab.3 military_vehicle.1 restaurant.1 theater.1 library.1 ship.1"
        " room.0 earphone.0 lamp.0 ticket.0",
    ),
}
WORDS_MAX = 3


def main(folder: Path) -> None:
    """Prints the list; `folder` holds index.noun and data.noun."""
    senses = dict(_senses(folder / "index.noun"))
    kinds = dict(_kinds(folder / "data.noun"))
    for name, (roots, exceptions) in CLASSES.items():
        inside, outside = _offsets(roots, senses), _offsets(exceptions, senses)
        kept = sorted(
            lemma.replace("_", " ")
            for lemma, offsets in senses.items()
            if lemma.count("_") < WORDS_MAX and _is_a(offsets[0], inside, outside, kinds)
        )
        print(f"{name}\t{','.join(kept)}")


def _offsets(names: str, senses: dict[str, list[str]]) -> set[str]:
    pairs = (name.rpartition(".") for name in names.split())
    return {senses[lemma][int(number) - 1] for lemma, _, number in pairs if number != "0" and lemma in senses}


def _is_a(offset: str, inside: set[str], outside: set[str], kinds: dict[str, tuple[str, ...]]) -> bool:
    above, found = [offset], False
    seen: set[str] = set()
    while above:
        here = above.pop()
        if here in outside:
            return False
        found = found or here in inside
        if here not in seen:
            seen.add(here)
            above.extend(kinds[here])
    return found


def _senses(path: Path) -> Iterator[tuple[str, list[str]]]:
    for line in path.read_text("latin-1").splitlines():
        if not line.startswith("  "):
            parts = line.split()
            yield parts[0], parts[-int(parts[2]) :]


def _kinds(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    for line in path.read_text("latin-1").splitlines():
        if not line.startswith("  "):
            parts = line.split(" | ")[0].split()
            yield parts[0], tuple(parts[at + 1] for at, sign in enumerate(parts) if sign == "@" and at > 3)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
