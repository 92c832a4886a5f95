import asyncio

from letscode import RpcClient


async def main() -> None:
    async with await RpcClient.start(permissions="read-only", args=["--model", "demo"]) as letscode:
        async for text in letscode.prompt("What is in package.json?").text():
            print(text, end="", flush=True)


asyncio.run(main())
