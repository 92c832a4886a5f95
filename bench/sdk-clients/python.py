"""What a program in Python sees of its SDK; sdks.mjs says what is wanted."""

import asyncio
import json
import sys
import time

from letscode import LetscodeClient


async def main(url: str, pings: int, characters: int) -> None:
    async with LetscodeClient(url=None if url == "-" else url) as client:
        times = []
        for n in range(pings * 2):
            start = time.perf_counter()
            await client.call("ping", {})
            if n >= pings:
                times.append((time.perf_counter() - start) * 1e6)
        session = await client.create_session(model="demo", permissions="allow", persist=False)
        for size in (characters // 10, characters):
            events = 0
            start = time.perf_counter()
            async for _ in session.send(f"demo:text {size}"):
                events += 1
            seconds = time.perf_counter() - start
    times.sort()
    print(json.dumps({"ping_us": times[len(times) // 2], "events_per_second": events / seconds, "events": events}))


asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
