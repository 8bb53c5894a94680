/* Vercel AI 6 with experimental_telemetry. */
import { generateText, stepCountIs, tool } from 'ai-6';
import { createOpenAICompatible } from 'ai-6-openai-compatible';
import { CONVERSATION, INSTRUCTIONS, MODEL, MODEL_URL, NAME, PROMPT } from './agent.mjs';
import { READ_FILE, RUN_TESTS, startTelemetry } from './agent.mjs';

const provider = startTelemetry();
const models = createOpenAICompatible({ name: 'local', baseURL: MODEL_URL });
const toTool = ({ description, schema, run }) =>
  tool({ description, inputSchema: schema, execute: run });
const answer = await generateText({
  model: models(MODEL),
  system: INSTRUCTIONS,
  prompt: PROMPT,
  tools: { read_file: toTool(READ_FILE), run_tests: toTool(RUN_TESTS) },
  stopWhen: stepCountIs(20),
  experimental_telemetry: {
    isEnabled: true,
    functionId: NAME,
    metadata: { sessionId: CONVERSATION },
  },
});
console.log(answer.text);
await provider.shutdown();
