/* Vercel AI 7 with @ai-sdk/otel. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { OpenTelemetry } from '@ai-sdk/otel';
import { ToolLoopAgent, isStepCount, registerTelemetry, tool } from 'ai';
import { INSTRUCTIONS, MODEL, MODEL_URL, NAME, PROMPT } from './agent.mjs';
import { READ_FILE, RUN_TESTS, startTelemetry } from './agent.mjs';

const provider = startTelemetry();
registerTelemetry(new OpenTelemetry());
const models = createOpenAICompatible({ name: 'local', baseURL: MODEL_URL });
const toTool = ({ description, schema, run }) =>
  tool({ description, inputSchema: schema, execute: run });
// the SDK sends no conversation id
const agent = new ToolLoopAgent({
  model: models(MODEL),
  instructions: INSTRUCTIONS,
  tools: { read_file: toTool(READ_FILE), run_tests: toTool(RUN_TESTS) },
  stopWhen: isStepCount(20),
  telemetry: { functionId: NAME },
});
console.log((await agent.generate({ prompt: PROMPT })).text);
await provider.shutdown();
