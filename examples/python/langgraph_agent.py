"""LangChain, LangGraph: an agent whose tool fails the same way each time, with the middleware."""

import uuid

from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import FakeMessagesListChatModel
from langchain_core.messages import AIMessage
from langchain_core.tools import ToolException, tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from gate import wait_for_decision
from langgraph_middleware import EddylineMiddleware


class RepeatingModel(FakeMessagesListChatModel):  # a mock that takes no hint
    def bind_tools(self, tools, **settings):
        return self


@tool
def run_tests(path: str) -> str:
    """Runs the tests."""
    raise ToolException("expected 200, got 500")


run_tests.handle_tool_error = True  # the model sees the error
calls = [{"name": "run_tests", "args": {"path": "tests"}, "id": f"call-{n}"} for n in range(5)]
answers = [AIMessage("", tool_calls=[call]) for call in calls]
model = RepeatingModel(responses=[*answers, AIMessage("I start the database.")])
middleware = [EddylineMiddleware()]
agent = create_agent(model, [run_tests], middleware=middleware, checkpointer=InMemorySaver())
task = f"langgraph-{uuid.uuid4()}"
thread = {"configurable": {"thread_id": task}}
end = agent.invoke({"messages": "Make the tests pass."}, thread)
for message in end["messages"]:
    if message.type == "tool":
        print(f"tool: {message.content}")
print(f"interrupt: {end['__interrupt__'][0].value}")

# a person decides; the guidance is the result of the interrupted call
if prompt := wait_for_decision(task):
    for message in agent.invoke(Command(resume=prompt), thread)["messages"][-2:]:
        print(f"{message.type}: {message.content}")
