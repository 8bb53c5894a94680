"""LangGraph with OpenInference."""
from agent import start_telemetry
from langgraph_agent import run
from openinference.instrumentation.langchain import LangChainInstrumentor

LangChainInstrumentor().instrument(tracer_provider=start_telemetry())
run()
