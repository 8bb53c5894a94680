"""OpenAI Agents SDK: an agent whose tool fails the same way each time, with the hooks."""

import uuid

from agents import Agent, RunConfig, Runner, function_tool
from agents.testing import ScriptedModel, assistant_message, function_call

from gate import wait_for_decision
from openai_hooks import TOOL_FAILED, EddylineHooks, GateOpen


@function_tool(failure_error_function=lambda context, error: f"{TOOL_FAILED}{error}")
def run_tests(path: str) -> str:
    """Runs the tests."""
    raise RuntimeError("expected 200, got 500")


calls = [function_call("run_tests", {"path": "tests"}, call_id=f"call-{n}") for n in range(5)]
# a mock model that takes no hint
model = ScriptedModel([call] for call in [*calls, assistant_message("I start the database.")])
task = f"openai-agents-{uuid.uuid4()}"
hooks = EddylineHooks(task)
agent = Agent("tester", model=model, tools=[run_tests])
config = RunConfig(tracing_disabled=True, call_model_input_filter=hooks.add_hints)
try:
    Runner.run_sync(agent, "Make the tests pass.", hooks=hooks, run_config=config)
except GateOpen as gate:
    for item in hooks.input:
        if item.get("type") == "function_call_output":
            print(f"tool: {item['output']}")
    print(f"stopped: {gate}")

# a person decides; the guidance is the next message to the model
if prompt := wait_for_decision(task):
    messages = [*hooks.input, {"role": "user", "content": prompt}]
    end = Runner.run_sync(agent, messages, hooks=hooks, run_config=config)
    print(f"prompt: {hooks.input[-1]['content']}")
    print(f"output: {end.final_output}")
