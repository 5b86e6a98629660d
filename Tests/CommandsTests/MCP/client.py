"""The tasks of an agent through the client of the Python SDK: `client.py PROGRAM`, with a sandbox in the environment.

Prints for each what it took; the client itself checks answers against the tools' schemas.
"""

import asyncio
import os
import sys
from contextlib import asynccontextmanager

from mcp import Client, MCPError, StdioServerParameters

VARIABLES = ("HOME", "GHSEARCH_API_URL", "GHSEARCH_TOKEN")
ENVIRONMENT = {name: os.environ[name] for name in VARIABLES if name in os.environ}


@asynccontextmanager
async def connected(mode, *flags):
    parameters = StdioServerParameters(command=sys.argv[1], args=["mcp", *flags], env=ENVIRONMENT)
    async with Client(parameters, mode=mode, read_timeout_seconds=300) as client:
        yield client


class Task:
    """Counts what the calls of a task cost the one who reads the answers."""

    def __init__(self, client, name):
        self.client, self.name, self.calls, self.size = client, name, 0, 0

    async def call(self, tool, fails=False, **arguments):
        result = await self.client.call_tool(tool, arguments)
        text = "".join(part.text for part in result.content)
        self.calls, self.size = self.calls + 1, self.size + len(text.encode())
        assert bool(result.is_error) == fails, text
        assert len(text) <= arguments.get("maxChars", 8000), len(text)
        return text if fails else result.structured_content

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            print(f"{self.name}: {self.calls} calls, {self.size} bytes")


async def tasks(mode):
    async with connected(mode, "--allow-writes") as client:
        assert client.server_info.name == "ghsearch"
        tools = (await client.list_tools()).tools
        assert len(tools) == 9 and all(tool.annotations.read_only_hint is not None for tool in tools)
        print(f"{mode}: {client.protocol_version}, {sum(len(tool.model_dump_json()) for tool in tools)} bytes of tools")
        with Task(client, "search with criteria") as task:
            found = await task.call("search_repositories", language="swift", stars=">1k", sort="stars", limit=30)
            names = [row["fullName"] for row in found["repositories"]]
            while found["next"] and len(names) < 30:
                found = await task.call("search_repositories", **found["next"])
                names += [row["fullName"] for row in found["repositories"]]
            assert len(set(names)) == len(names) > 10
        with Task(client, "star two") as task:
            await task.call("star_repositories", repositories=["vapor/vapor", "junegunn/fzf"], dryRun=True)
            starred = await task.call("star_repositories", repositories=["vapor/vapor", "junegunn/fzf"])
            assert len(starred["results"]) == 2
        with Task(client, "what do my stars say about X") as task:
            mine = await task.call("search_stars", query="vapor")
            assert [row["fullName"] for row in mine["repositories"]] == ["vapor/vapor"]
        with Task(client, "make and fill a list") as task:
            plan = [{"repo": "vapor/vapor", "add": ["Web"]}]
            await task.call("apply_star_lists", plan=plan, createLists=True)
            lists = await task.call("list_star_lists")
            assert "Web" in [row["name"] for row in lists["lists"]]
        with Task(client, "part of a README") as task:
            outline = await task.call("view_repository", repository="vapor/vapor", outline=True)
            title = outline["outline"][-1]["title"]
            part = await task.call("view_repository", repository="vapor/vapor", section=title)
            assert title in part["readme"]
        with Task(client, "compare three") as task:
            three = ["vapor/vapor", "apple/container", "iina/iina"]
            assert len((await task.call("compare_repositories", repositories=three))["repositories"]) == 3
        if mode == "auto":
            with Task(client, "a plan of 30 repositories") as task:
                plan = [{"repo": name, "add": ["Swift"]} for name in names[:30]]
                await task.call("apply_star_lists", plan=plan, createLists=True, dryRun=True)
                done = await task.call("apply_star_lists", plan=plan, createLists=True)
                assert len(done["changes"]) + done["omitted"] == len(plan)
        with Task(client, "wrong arguments, and an unknown repository") as task:
            assert "dryRun" in await task.call("star_repositories", True, repositories=["a/b"], dryrun=True)
            assert '"status":3' in await task.call("view_repository", True, repository="no/such")
        try:
            await client.call_tool("open_url", {"url": "https://example.com"})
            raise AssertionError("an unknown tool was called")
        except MCPError as error:
            assert error.code == -32602, error
    async with connected(mode) as client:
        assert all(tool.annotations.read_only_hint for tool in (await client.list_tools()).tools)
        calls = [client.call_tool("view_repository", {"repository": "vapor/vapor"}) for _ in range(50)]
        assert not any(result.is_error for result in await asyncio.gather(*calls))


for mode in ("auto", "legacy"):
    asyncio.run(tasks(mode))
