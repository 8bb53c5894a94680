"""An agent whose tool fails the same way each time. It waits at its gate until a person decides."""

import itertools
import uuid

from eddyline import Guard
from gate import wait_for_decision

guard = Guard(f"http-{uuid.uuid4()}")

# it asks before each tool call, and gets the output with a hint
for number in itertools.count(1):
    stop = guard.before_tool(f"call-{number}", "run_tests", {"path": "tests"})
    if stop:
        break
    output = guard.after_tool(f"call-{number}", "run_tests", "expected 200, got 500", True)
    print(f"call {number}: {output}")
print(f"call {number}: stopped. {stop}")

# a person decides on the page "Gates" of the console; the guidance is for the model
if prompt := wait_for_decision(guard.task):
    print(f"prompt: {prompt}")
    guard.before_tool("go-on", "start_database", {})
    print(guard.after_tool("go-on", "start_database", "listening"))
