"""An agent whose tool fails the same way each time. It waits at its gate until a person decides."""

import itertools
import time
import uuid

from eddyline import Guard, publish

guard = Guard(f"http-{uuid.uuid4()}")


def wait_for_decision():
    """Whether the agent may go on, once a person has decided; the question is not recorded."""
    while True:
        ask = {"taskId": guard.task, "type": "step_started", "step": "go on", "proposed": True}
        verdict = publish(**ask)
        if verdict and not verdict["gateId"]:
            return verdict["action"] != "abort"
        time.sleep(0.5)


# it asks before each tool call, and gets the output with a hint
for number in itertools.count(1):
    stop = guard.before_tool(f"call-{number}", "run_tests", {"path": "tests"})
    if stop:
        break
    output = guard.after_tool(f"call-{number}", "run_tests", "expected 200, got 500", True)
    print(f"call {number}: {output}")
print(f"call {number}: stopped. {stop}")

# a person decides on the page "Gates" of the console; the next output has the guidance for the model
if wait_for_decision():
    guard.before_tool("go-on", "start_database", {})
    print(guard.after_tool("go-on", "start_database", "listening"))
