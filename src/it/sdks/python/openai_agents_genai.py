"""OpenAI Agents with OpenTelemetry's own instrumentations: one for agents, one for models."""
from agents import set_trace_processors
from openai_agents import run
from opentelemetry.instrumentation.genai.openai import OpenAIInstrumentor
from opentelemetry.instrumentation.genai.openai_agents import OpenAIAgentsInstrumentor

from agent import start_telemetry

# the default processor sends the SDK's own traces to OpenAI
set_trace_processors([])
tracers = start_telemetry()
OpenAIAgentsInstrumentor().instrument(tracer_provider=tracers)
OpenAIInstrumentor().instrument(tracer_provider=tracers)
run()
