"""Waits at the open gate of a task. It needs eddyline.py: copy both into your project."""

import time

from eddyline import publish

WAIT_SECONDS = 0.5


def wait_for_decision(task):
    """What a person decided, in words for the model; None if the task must not go on."""
    step = {"taskId": task, "type": "step_started", "step": "go on"}
    # a proposed event is answered and not recorded
    while not (verdict := publish(proposed=True, **step)) or verdict["gateId"]:
        time.sleep(WAIT_SECONDS)
    if verdict["action"] == "abort":
        return None
    publish(replyRequested=True, **step)  # no later answer repeats the decision
    return verdict["text"] or "Go on."  # the gate may close without a decision
