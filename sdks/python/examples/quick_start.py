import asyncio

from letscode import LetscodeClient


async def main() -> None:
    async with LetscodeClient() as client:
        session = await client.create_session(model="demo", permissions="read-only")

        run = session.send("What is in package.json?")
        async for text in run.text():
            print(text, end="", flush=True)

        result = await run.result()
        print(result.error or f"\n\n{result.usage.output_tokens} tokens")


asyncio.run(main())
