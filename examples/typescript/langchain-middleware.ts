/** LangChain, LangGraph: a middleware that asks before each tool and hands on hints. */
import { interrupt } from "@langchain/langgraph";
import { ToolMessage, createMiddleware } from "langchain";
import { Guard } from "./eddyline.ts";

const gates = new Map<string, string>(); // of interrupted calls: they run again from their start

/** The thread is the task. A gate interrupts it: resume it with the decision. */
export const eddyline = createMiddleware({
  name: "Eddyline",
  wrapToolCall: async (request, handler) => {
    const thread: string = request.runtime.configurable!.thread_id!;
    const guard = new Guard(thread);
    const { id, name, args } = request.toolCall;
    const key = JSON.stringify([thread, id]);
    const gate = gates.get(key) ?? (await guard.beforeTool(id!, name, args));
    if (gate) {
      gates.set(key, gate);
      const decision = interrupt(gate); // returns when the thread is resumed
      gates.delete(key);
      return new ToolMessage({ content: decision, tool_call_id: id! });
    }
    const result = await handler(request);
    if (result instanceof ToolMessage) {
      const isError = result.status === "error";
      result.content = await guard.afterTool(id!, name, result.text, isError);
    }
    return result;
  },
});
