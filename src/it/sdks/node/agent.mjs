/* What the programs of all Node.js SDKs share: the settings, the tools, the exporter. */
import { setTimeout } from 'node:timers/promises';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { z } from 'zod';

export const NAME = 'fixer';
export const INSTRUCTIONS = 'You repair tests.';
export const PROMPT = 'Find out why src/auth.test.ts fails.';
export const MODEL = 'gpt-4o';
export const { CONVERSATION, MODEL_URL } = process.env;

const CONTENT = `describe('sign-in', () => {
  // 3 tests failed: expired token, empty password, locked account
  it('rejects an expired token', () => expect(signIn(expired)).toBe(false));
});`;
// longer than the delay of an export, so that a run sends several requests
const PAUSE_MS = 150;

export const READ_FILE = {
  name: 'read_file',
  description: 'Reads a file.',
  schema: z.object({ path: z.string() }),
  run: async () => {
    await setTimeout(PAUSE_MS);
    return CONTENT;
  },
};

export const RUN_TESTS = {
  name: 'run_tests',
  description: 'Runs a test suite.',
  schema: z.object({ suite: z.string() }),
  run: async ({ suite }) => {
    await setTimeout(PAUSE_MS);
    throw new Error(`suite ${suite} cannot start: port 5432 is in use`);
  },
};

/** Exports spans to OTEL_EXPORTER_OTLP_ENDPOINT; the caller ends the provider. */
export function startTelemetry() {
  const provider = new NodeTracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES
    resource: defaultResource().merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return provider;
}
