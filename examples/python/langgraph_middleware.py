"""LangChain, LangGraph: a middleware that asks before each tool and hands on hints."""

import asyncio

from langchain.agents.middleware import AgentMiddleware
from langchain_core.messages import ToolMessage
from langgraph.types import interrupt

from eddyline import Guard


class EddylineMiddleware(AgentMiddleware):
    """The thread is the task. A gate interrupts it: resume it with the decision."""

    def __init__(self):
        super().__init__()
        self.gates = {}  # of interrupted calls: a resumed call runs again from its start

    def wrap_tool_call(self, request, handler):
        call = request.tool_call
        thread = request.runtime.config["configurable"]["thread_id"]
        guard, key = Guard(thread), (thread, call["id"])
        gate = self.gates.get(key)
        if gate := gate or guard.before_tool(call["id"], call["name"], call["args"]):
            self.gates[key] = gate
            decision = interrupt(gate)  # returns when the thread is resumed
            del self.gates[key]
            return ToolMessage(decision, tool_call_id=call["id"])
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
