"""An agent whose tool fails the same way each time, and the person who decides at its gate."""

import itertools
import time
import uuid

from eddyline import TOKEN, Guard, call

guard = Guard(f"http-{uuid.uuid4()}")


def open_gate():
    """The task's open gate."""
    while True:
        for gate in call("/api/v1/gates?state=open")["items"]:
            if gate["rootTaskId"] == guard.task:
                return gate
        time.sleep(0.2)


def decide(gate, decision):
    """Publishes a person's decision; without a token Eddyline wants proof that no web page asks."""
    headers = {} if TOKEN else {"X-Csrf-Token": call("/api/v1/session")["csrf"]}
    return call(f"/api/v1/gate/decision?gateId={gate['gateId']}", decision, headers)


# the agent: it asks before each tool call, and gets the output with a hint
for number in itertools.count(1):
    stop = guard.before_tool(f"call-{number}", "run_tests", {"path": "tests"})
    if stop:
        break
    output = guard.after_tool(f"call-{number}", "run_tests", "expected 200, got 500", True)
    print(f"call {number}: {output}")
print(f"call {number}: stopped. {stop}")

# the person
gate = open_gate()
print(f"gate: {gate['reason']}")
decision = {"decision": "approve", "guidance": "the server needs its database", "by": "lead"}
print(f"decision: {decide(gate, decision)['decision']}")

# the agent again: the gate closes once the decision has taken effect
while guard.before_tool(str(uuid.uuid4()), "start_database", {}):
    time.sleep(0.2)
print("the agent goes on")
