"""CrewAI: a listener that publishes tasks, with hooks that ask before and after each tool."""

import sys
import uuid

from crewai import hooks
from crewai.events import BaseEventListener, TaskStartedEvent

from eddyline import Guard, publish
from gate import wait_for_decision


class EddylineListener(BaseEventListener):
    """Listeners see events later, in another thread: hooks are what can stop a crew."""

    calls, gates = {}, {}

    def setup_listeners(self, bus):
        bus.on(TaskStartedEvent)(self.task_started)
        hooks.register_before_tool_call_hook(self.before_tool)
        hooks.register_after_tool_call_hook(self.after_tool)
        hooks.register_before_llm_call_hook(self.before_model)

    def task_started(self, source, event):
        publish(taskId=event.task_id, type="task_started", goal=event.task.description)

    def before_tool(self, context):
        call, task = str(uuid.uuid4()), str(context.task.id)
        self.calls[id(context.tool_input)] = call
        gate = Guard(task).before_tool(call, context.tool_name, context.tool_input)
        if gate:
            self.gates[task] = gate
            return False

    def after_tool(self, context):
        call, output = self.calls.pop(id(context.tool_input)), context.tool_result
        task, failed = str(context.task.id), output.startswith("Error executing tool")
        if task not in self.gates:
            return Guard(task).after_tool(call, context.tool_name, output, failed)

    def before_model(self, context):
        task = str(context.task.id)
        if gate := self.gates.pop(task, None):
            print(f"eddyline: {gate}", file=sys.stderr)
            prompt = wait_for_decision(task)
            if not prompt:
                raise hooks.HookAborted("A person rejected the task.")
            context.messages.append({"role": "user", "content": prompt})
