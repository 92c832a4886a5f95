"""A program with a database: the model may query it, and a function of the program decides on everything else.

    python examples/database_host.py
    python examples/database_host.py "Which customer spent most?" PROVIDER/ID
"""

import asyncio
import json
import sqlite3
import sys

from letscode import LetscodeClient, tool, wire

database = sqlite3.connect(":memory:", check_same_thread=False)
database.executescript(
    """
    create table orders (number integer primary key, customer text, cents integer);
    insert into orders values (1001, 'Ada', 12900), (1002, 'Grace', 4550), (1003, 'Ada', 990);
    pragma query_only = on;
    """
)


@tool(needs_permission=False)
def query(sql: str) -> str:
    """Query the shop's database, SQLite, read-only. It has the table orders(number, customer, cents)."""
    rows = database.execute(sql)
    names = [column[0] for column in rows.description]
    return json.dumps([dict(zip(names, row)) for row in rows.fetchmany(100)])


def decide(request: wire.PermissionRequestParams) -> wire.PermissionRequestResult:
    print(f"? {request.tool_name} {json.dumps(request.arguments)}: {request.reason}")
    return wire.PermissionRequestResult(decision="deny", reason="this program only answers questions about orders")


DEMO = """\
demo:tool query {"sql":"select customer, sum(cents) as cents from orders group by customer order by 2 desc"}
demo:tool query {"sql":"delete from orders"}
demo:tool bash {"command":"rm orders.db"}"""


async def main(prompt: str = DEMO, model: str = "demo") -> None:
    async with LetscodeClient() as client:
        session = await client.create_session(model=model, permissions=decide, tools=[query], persist=False)
        run = session.send(prompt)
        results = []
        async for event in run:
            match event:
                case wire.ToolExecutionEnd(tool_name=name, result=wire.ToolResultMessage(is_error=failed) as said):
                    text = "".join(block.text for block in said.content if isinstance(block, wire.TextBlock))
                    print("✗" if failed else "✓", name, text)
                    results.append((name, failed))
        result = await run.result()
        print(f"\n{result.error or result.text}")
    if prompt == DEMO:
        assert result.error is None
        assert results == [("query", False), ("query", True), ("bash", True)], results


asyncio.run(main(*sys.argv[1:]))
