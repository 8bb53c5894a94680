/** LangChain, LangGraph: an agent whose tool fails the same way each time, with the middleware. */
import { randomUUID } from "node:crypto";
import { Command, MemorySaver } from "@langchain/langgraph";
import { AIMessage, ToolMessage, createAgent, fakeModel } from "langchain";
import { tool, toolErrorMiddleware } from "langchain";
import { z } from "zod";
import { waitForDecision } from "./gate.ts";
import { eddyline } from "./langchain-middleware.ts";

const runTests = tool(
  () => {
    throw new Error("expected 200, got 500");
  },
  { name: "run_tests", description: "Runs the tests.", schema: z.object({ path: z.string() }) },
);

const model = fakeModel(); // a mock that takes no hint
for (let number = 1; number <= 5; number++) {
  model.respondWithTools([{ name: "run_tests", args: { path: "tests" }, id: `call-${number}` }]);
}
model.respond(new AIMessage("I start the database."));
const agent = createAgent({
  model,
  tools: [runTests],
  // the model sees errors
  middleware: [eddyline, toolErrorMiddleware({ onError: (error) => String(error) })],
  checkpointer: new MemorySaver(),
});
const thread = { configurable: { thread_id: `langchain-${randomUUID()}` } };
const end = await agent.invoke({ messages: "Make the tests pass." }, thread);
for (const message of end.messages.filter((one) => one instanceof ToolMessage)) {
  console.log(`tool: ${message.text}`);
}
console.log(`interrupt: ${end.__interrupt__?.[0].value}`);

// a person decides; the guidance is the result of the interrupted call
const prompt = await waitForDecision(thread.configurable.thread_id);
if (prompt) {
  const { messages } = await agent.invoke(new Command({ resume: prompt }), thread);
  messages.slice(-2).forEach((message) => console.log(`${message.type}: ${message.text}`));
}
