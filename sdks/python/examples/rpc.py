import asyncio

from letscode import RpcClient


async def main() -> None:
    async with await RpcClient.start(permissions="read-only", args=["--model", "demo"]) as letscode:
        run = letscode.prompt("What is in package.json?")
        async for text in run.text():
            print(text, end="", flush=True)
        print((await run.result()).error or "")


asyncio.run(main())
