"""LangChain, LangGraph: a middleware that asks before each tool and hands on hints."""

import asyncio
import uuid

from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware
from langchain_core.language_models.fake_chat_models import FakeMessagesListChatModel
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.tools import ToolException, tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import interrupt

from eddyline import Guard


class EddylineMiddleware(AgentMiddleware):
    """The thread is the task. A gate interrupts it: resume it after the decision."""

    def wrap_tool_call(self, request, handler):
        call = request.tool_call
        guard = Guard(request.runtime.config["configurable"]["thread_id"])
        if gate := guard.before_tool(call["id"], call["name"], call["args"]):
            interrupt(gate)
        result = handler(request)
        if not isinstance(result, ToolMessage):
            return result  # a Command has no text
        failed = result.status == "error"
        content = guard.after_tool(call["id"], call["name"], str(result.content), failed)
        return result.model_copy(update={"content": content})

    async def awrap_tool_call(self, request, handler):
        loop = asyncio.get_running_loop()
        run = lambda it: asyncio.run_coroutine_threadsafe(handler(it), loop).result()
        return await asyncio.to_thread(self.wrap_tool_call, request, run)


class RepeatingModel(FakeMessagesListChatModel):  # a mock that takes no hint
    def bind_tools(self, tools, **settings):
        return self


@tool
def run_tests(path: str) -> str:
    """Runs the tests."""
    raise ToolException("expected 200, got 500")


run_tests.handle_tool_error = True  # the model sees the error
calls = [{"name": "run_tests", "args": {"path": "tests"}, "id": f"call-{n}"} for n in range(9)]
model = RepeatingModel(responses=[AIMessage("", tool_calls=[call]) for call in calls])
middleware = [EddylineMiddleware()]
agent = create_agent(model, [run_tests], middleware=middleware, checkpointer=InMemorySaver())
thread = {"configurable": {"thread_id": f"langgraph-{uuid.uuid4()}"}}
end = agent.invoke({"messages": "Make the tests pass."}, thread)
for message in end["messages"]:
    if message.type == "tool":
        print(f"tool: {message.content}")
print(f"interrupt: {end['__interrupt__'][0].value}")
