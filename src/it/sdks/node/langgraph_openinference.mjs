/* LangGraph of Node.js with OpenInference. */
import { LangChainInstrumentation } from '@arizeai/openinference-instrumentation-langchain';
import * as callbacks from '@langchain/core/callbacks/manager';
import { tool } from '@langchain/core/tools';
import { MemorySaver } from '@langchain/langgraph';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import { CONVERSATION, INSTRUCTIONS, MODEL, NAME, PROMPT } from './agent.mjs';
import { READ_FILE, RUN_TESTS, startTelemetry } from './agent.mjs';

const provider = startTelemetry();
new LangChainInstrumentation({ tracerProvider: provider }).manuallyInstrument(callbacks);
const agent = createReactAgent({
  llm: new ChatOpenAI({ model: MODEL }),
  tools: [READ_FILE, RUN_TESTS].map(({ run, ...fields }) => tool(run, fields)),
  prompt: INSTRUCTIONS,
  name: NAME,
  checkpointer: new MemorySaver(),
});
const question = { messages: [{ role: 'user', content: PROMPT }] };
const answer = await agent.invoke(question, { configurable: { thread_id: CONVERSATION } });
console.log(answer.messages.at(-1).content);
await provider.shutdown();
