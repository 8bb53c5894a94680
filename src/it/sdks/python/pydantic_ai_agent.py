"""Pydantic AI with its own instrumentation."""
from agent import CONVERSATION, INSTRUCTIONS, MODEL, MODEL_URL, NAME, PROMPT
from agent import read_file, run_tests, start_telemetry
from pydantic_ai import Agent
from pydantic_ai.models.instrumented import InstrumentationSettings
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

start_telemetry()
Agent.instrument_all(InstrumentationSettings(include_content=True))
agent = Agent(
    OpenAIChatModel(MODEL, provider=OpenAIProvider(base_url=MODEL_URL, api_key='none')),
    name=NAME,
    instructions=INSTRUCTIONS,
    tools=[read_file, run_tests],
)
try:
    print(agent.run_sync(PROMPT, conversation_id=CONVERSATION).output)
except RuntimeError as failure:
    # an exception of a tool ends the run
    print(failure)
