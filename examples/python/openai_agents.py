"""OpenAI Agents SDK: hooks that ask before each tool and hand Eddyline's hints to the model."""

import asyncio
import uuid

from agents import Agent, AgentsException, RunConfig, RunHooks, Runner, function_tool
from agents.testing import ScriptedModel, function_call

from eddyline import Guard

TOOL_FAILED = "The tool failed: "


class GateOpen(AgentsException):
    """A person must decide before the task goes on."""


class EddylineHooks(RunHooks):
    """The run is the task. A gate ends it with GateOpen: run it again after the decision."""

    def __init__(self, task):
        self.guard = Guard(task)
        self.outputs = {}

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
        return data.model_data


@function_tool(failure_error_function=lambda context, error: f"{TOOL_FAILED}{error}")
def run_tests(path: str) -> str:
    """Runs the tests."""
    raise RuntimeError("expected 200, got 500")


calls = [function_call("run_tests", {"path": "tests"}, call_id=f"call-{n}") for n in range(9)]
model = ScriptedModel([call] for call in calls)  # a mock model that takes no hint
hooks = EddylineHooks(f"openai-agents-{uuid.uuid4()}")
agent = Agent("tester", model=model, tools=[run_tests])
config = RunConfig(tracing_disabled=True, call_model_input_filter=hooks.add_hints)
try:
    Runner.run_sync(agent, "Make the tests pass.", hooks=hooks, run_config=config)
except GateOpen as gate:
    for item in model.last_call.input:
        if item.get("type") == "function_call_output":
            print(f"tool: {item['output']}")
    print(f"stopped: {gate}")
