"""Where the score stage of a generation begins that was carried inline before: its group knows nothing of that yet."""

from __future__ import annotations

import structlog
from aiokafka import AIOKafkaConsumer
from aiokafka.errors import KafkaError

from schemas.topics import TURNS, embedded
from streams.distributed.group import group_of
from streams.distributed.installation import Installation
from streams.distributed.records import last_position

log = structlog.get_logger(__name__)


async def begin_where_inline_ended(installation: Installation) -> None:
    """Commit, for a group that has committed less, the position after the last that is embedded: what stands before it
    would be scored and described for nobody. Without it nothing is lost, it only takes longer."""
    consumer = AIOKafkaConsumer(
        bootstrap_servers=installation.place.bootstrap,
        group_id=group_of(installation, "score"),
        enable_auto_commit=False,
    )
    try:
        await consumer.start()
        places = [installation.log.place(TURNS, partition) for partition in range(installation.partitions)]
        consumer.assign(places)
        topic = embedded(installation.generation)
        begin = {}
        for place in places:
            done = await last_position(installation.log, topic, place.partition) + 1
            if done > (await consumer.committed(place) or 0):
                begin[place] = done
        if begin:
            await consumer.commit(begin)
            log.info("score_begins_after_embedded", generation=installation.generation, partitions=len(begin))
    except KafkaError as error:
        # Other workers carry it already, and are past that.
        log.info("score_begins_where_its_group_stands", reason=str(error) or type(error).__name__)
    finally:
        await consumer.stop()
