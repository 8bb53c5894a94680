/** LangChain, LangGraph: a middleware that asks before each tool and hands on hints. */
import { randomUUID } from "node:crypto";
import { Command, MemorySaver, interrupt } from "@langchain/langgraph";
import { AIMessage, ToolMessage, createAgent, createMiddleware, fakeModel } from "langchain";
import { tool, toolErrorMiddleware } from "langchain";
import { z } from "zod";
import { Guard } from "./eddyline.ts";
import { waitForDecision } from "./gate.ts";

const gates = new Map<string, string>(); // by call: a resumed call runs again from its start
/** The thread is the task. A gate interrupts it: resume it with the decision. */
const eddyline = createMiddleware({
  name: "Eddyline",
  wrapToolCall: async (request, handler) => {
    const guard = new Guard(request.runtime.configurable!.thread_id!);
    const { id, name, args } = request.toolCall;
    const gate = gates.get(id!) ?? (await guard.beforeTool(id!, name, args));
    if (gate) {
      gates.set(id!, gate);
      return new ToolMessage({ content: interrupt(gate), tool_call_id: id! });
    }
    const result = await handler(request);
    if (result instanceof ToolMessage) {
      result.content = await guard.afterTool(id!, name, result.text, result.status === "error");
    }
    return result;
  },
});

const runTests = tool(
  () => {
    throw new Error("expected 200, got 500");
  },
  { name: "run_tests", description: "Runs the tests.", schema: z.object({ path: z.string() }) },
);

const model = fakeModel(); // a mock that takes no hint
const call = { name: "run_tests", args: { path: "tests" } };
for (const id of ["1", "2", "3", "4", "5"]) model.respondWithTools([{ ...call, id }]);
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
