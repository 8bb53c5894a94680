"""A client of Eddyline over HTTP. It needs the standard library only: copy it into your project."""

import http.client
import json
import os
import sys
import urllib.request

URL = os.environ.get("EDDYLINE_URL", "http://127.0.0.1:8090")
TOKEN = os.environ.get("EDDYLINE_TOKEN")
DEADLINE_SECONDS = float(os.environ.get("EDDYLINE_DEADLINE_SECONDS", "2"))
decisions = {}  # what a person decided, by task, until the model has it


def call(path, body=None, headers=None):
    """The JSON that Eddyline answers."""
    headers = {"Content-Type": "application/json", **(headers or {})}
    if TOKEN:
        headers["Authorization"] = f"Bearer {TOKEN}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, headers)
    with urllib.request.urlopen(request, timeout=DEADLINE_SECONDS) as answer:
        return json.load(answer)


def publish(**event):
    """The answer; an empty one where none comes in time: the agent goes on."""
    try:
        return call("/api/v1/events", event)
    except (OSError, ValueError, http.client.HTTPException) as unavailable:
        print(f"eddyline: {unavailable}", file=sys.stderr)
        return {}


class Guard:
    """Publishes the tool calls of one task, and asks before and after each of them."""

    def __init__(self, task):
        self.task = task

    def before_tool(self, call_id, tool, arguments):
        """Why the tool must not run, in words for the agent; None where it may."""
        text = arguments if isinstance(arguments, str) else json.dumps(arguments)
        verdict = self._ask("called", call_id, tool=tool, arguments=text)
        stops = verdict.get("gateId") or verdict.get("action") == "abort"
        if verdict.get("guidance") and not stops:
            decisions[self.task] = verdict["text"]
        return verdict["text"] or verdict["reason"] if stops else None

    def after_tool(self, call_id, tool, output, is_error=False):
        """The tool's output for the model, with a person's guidance and Eddyline's hint if any."""
        verdict = self._ask("returned", call_id, tool=tool, output=output, isError=is_error)
        texts = [decisions.pop(self.task, None), verdict.get("text")]
        return "\nEddyline: ".join([output, *filter(None, texts)])

    def _ask(self, what, call_id, **body):
        event = {"eventId": f"{self.task}:{call_id}:{what}", "type": f"tool_{what}"}
        verdict = publish(taskId=self.task, callId=call_id, replyRequested=True, **event, **body)
        return {} if verdict.get("shadow") else verdict  # a policy in shadow mode only watches
