"""OpenAI Agents with OpenInference."""
from openai_agents import run
from openinference.instrumentation import using_session
from openinference.instrumentation.openai_agents import OpenAIAgentsInstrumentor

from agent import CONVERSATION, start_telemetry

OpenAIAgentsInstrumentor().instrument(tracer_provider=start_telemetry())
with using_session(CONVERSATION):
    run()
