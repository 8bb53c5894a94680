"""CrewAI: a crew whose tool fails the same way each time, with the listener."""

import os
import sys
import uuid
from contextlib import redirect_stdout

os.environ |= {"CREWAI_DISABLE_TELEMETRY": "true", "CREWAI_TRACING_ENABLED": "false"}
from crewai import Agent, Crew, Task
from crewai.hooks import HookAborted
from crewai.llms.base_llm import BaseLLM
from crewai.tools import tool

from crewai_listener import EddylineListener


class RepeatingModel(BaseLLM):  # a mock that takes no hint
    def call(self, messages, **settings):
        newest = messages[-1]
        if newest["role"] == "tool" or "Guidance:" in newest["content"]:
            print(f"{newest['role']}: {newest['content']}", file=sys.__stdout__)
        if "Guidance:" in newest["content"]:
            return "I start the database."
        call = {"name": "run_tests", "arguments": '{"path": "tests"}'}
        return [{"id": str(uuid.uuid4()), "function": call}]

    def supports_function_calling(self):
        return True


@tool
def run_tests(path: str) -> str:
    """Runs the tests."""
    raise RuntimeError("expected 200, got 500")


EddylineListener()
llm = RepeatingModel(model="mock")
tester = Agent(role="tester", goal="tests pass", backstory="a tester", llm=llm, tools=[run_tests])
task = Task(description="Make the tests pass.", expected_output="a report", agent=tester)
try:
    with redirect_stdout(sys.stderr):  # CrewAI's log
        output = Crew(agents=[tester], tasks=[task]).kickoff()
    print(f"output: {output}")
except HookAborted as rejected:
    print(f"stopped: {rejected.reason}")
