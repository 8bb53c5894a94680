/** Vercel AI SDK: tools that ask before they run and hand on hints; a gate ends the run. */
import { randomUUID } from "node:crypto";
import { type ToolSet, generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { z } from "zod";
import { Guard } from "./eddyline.ts";
import { waitForDecision } from "./gate.ts";

/** The same tools, guarded. A blocked call waits for a person, whose guidance is its result. */
function guarded<T extends ToolSet>(task: string, tools: T) {
  const guard = new Guard(task);
  let isRejected = false;
  const wrapped = Object.entries(tools).map(([name, original]) => {
    const execute: typeof original.execute = async (input, options) => {
      const gate = await guard.beforeTool(options.toolCallId, name, input);
      if (gate) {
        console.error(`eddyline: ${gate}`);
        const prompt = await waitForDecision(task);
        isRejected ||= !prompt;
        return prompt || gate;
      }
      try {
        const output = await original.execute!(input, options);
        return guard.afterTool(options.toolCallId, name, JSON.stringify(output));
      } catch (error) {
        throw new Error(await guard.afterTool(options.toolCallId, name, String(error), true));
      }
    };
    return [name, { ...original, execute }];
  });
  return { tools: Object.fromEntries(wrapped) as T, isStopped: () => isRejected };
}

const runTests = tool({
  description: "Runs the tests.",
  inputSchema: z.object({ path: z.string() }),
  execute: async (): Promise<string> => {
    throw new Error("expected 200, got 500");
  },
});
const call = { type: "tool-call", toolName: "run_tests", input: '{"path": "tests"}' } as const;
const answer = (part: any, unified: "tool-calls" | "stop") => ({
  content: [part], finishReason: { unified, raw: undefined },
  usage: { inputTokens: {}, outputTokens: {} } as never, warnings: [],
});
const calls = [1, 2, 3, 4, 5].map((id) => answer({ ...call, toolCallId: `${id}` }, "tool-calls"));
const end = answer({ type: "text", text: "I start the database." }, "stop");
const model = new MockLanguageModelV3({ doGenerate: [...calls, end] }); // takes no hint
const { tools, isStopped } = guarded(`vercel-ai-${randomUUID()}`, { run_tests: runTests });
const { steps, text } = await generateText({
  model,
  tools,
  prompt: "Make the tests pass.",
  stopWhen: [isStopped, stepCountIs(9)],
});
for (const part of steps.flatMap((step) => step.content)) {
  if (part.type === "tool-error") console.log(`tool: ${(part.error as Error).message}`);
  if (part.type === "tool-result") console.log(`tool: ${part.output}`);
}
console.log(`output: ${text}`);
