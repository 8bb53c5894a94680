"""OpenAI Agents SDK: hooks that ask before each tool and hand Eddyline's hints to the model."""

import asyncio

from agents import AgentsException, RunHooks

from eddyline import Guard

TOOL_FAILED = "The tool failed: "


class GateOpen(AgentsException):
    """A person must decide before the task goes on."""


class EddylineHooks(RunHooks):
    """The run is the task. A gate ends it with GateOpen: run it again with the decision."""

    def __init__(self, task):
        self.guard = Guard(task)
        self.outputs = {}
        self.input = []  # of the model, newest call

    async def on_tool_start(self, context, agent, tool):
        call, arguments = context.tool_call_id, context.tool_arguments
        gate = await asyncio.to_thread(self.guard.before_tool, call, tool.name, arguments)
        if gate:
            raise GateOpen(gate)

    async def on_tool_end(self, context, agent, tool, result):
        call, output, after = context.tool_call_id, str(result), self.guard.after_tool
        failed = output.startswith(TOOL_FAILED)
        self.outputs[call] = await asyncio.to_thread(after, call, tool.name, output, failed)

    def add_hints(self, data):
        for item in data.model_data.input:
            if item.get("type") == "function_call_output":
                item["output"] = self.outputs.get(item["call_id"], item["output"])
        self.input = data.model_data.input
        return data.model_data
