"""What the programs of all Python SDKs share: the tools, the settings and the exporters."""
import os
import time

from opentelemetry import trace
from opentelemetry._logs import set_logger_provider
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

NAME = 'fixer'
INSTRUCTIONS = 'You repair tests.'
PROMPT = 'Find out why src/auth.test.ts fails.'
MODEL = 'gpt-4o'
MODEL_URL = os.environ['MODEL_URL']
CONVERSATION = os.environ['CONVERSATION']

CONTENT = """describe('sign-in', () => {
  // 3 tests failed: expired token, empty password, locked account
  it('rejects an expired token', () => expect(signIn(expired)).toBe(false));
});"""
# longer than the delay of an export, so that a run sends several requests
PAUSE_SECONDS = 0.15


def read_file(path: str) -> str:
    """Reads a file.

    Args:
        path: the path of the file
    """
    time.sleep(PAUSE_SECONDS)
    return CONTENT


def run_tests(suite: str) -> str:
    """Runs a test suite.

    Args:
        suite: the name of the suite
    """
    time.sleep(PAUSE_SECONDS)
    raise RuntimeError(f'suite {suite} cannot start: port 5432 is in use')


def start_telemetry():
    """Exports spans and log records to OTEL_EXPORTER_OTLP_ENDPOINT. Returns the tracer provider."""
    tracers = TracerProvider()
    tracers.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(tracers)
    loggers = LoggerProvider()
    loggers.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))
    set_logger_provider(loggers)
    return tracers
