"""LangGraph with openllmetry."""
from agent import start_telemetry
from langgraph_agent import run
from opentelemetry.instrumentation.langchain import LangchainInstrumentor

LangchainInstrumentor().instrument(tracer_provider=start_telemetry())
run()
