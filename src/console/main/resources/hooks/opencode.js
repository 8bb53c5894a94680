// Sends tool calls, results and prompts of OpenCode to Eddyline and acts on the answers.
const url = "@URL@";
const failClosed = @FAIL_CLOSED@;

/** Calls that this plugin blocked: their error is not a failure of the tool. */
const blocked = new Set();

/** Texts for the model that came before a call, by the call: they follow with its output. */
const early = new Map();

/** Why the newest request has no answer. */
let problem = "";

async function ask(hook) {
  const headers = { "Content-Type": "application/json" };
  if (process.env.EDDYLINE_TOKEN) headers.Authorization = `Bearer ${process.env.EDDYLINE_TOKEN}`;
  try {
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(hook), signal: AbortSignal.timeout(@SECONDS@000) });
    if (answer.ok) return await answer.json();
    problem = `Eddyline answered ${answer.status}: ${(await answer.text()).replace(/\p{Cc}/gu, "").slice(0, 500)}`;
  } catch {
    problem = "Eddyline did not answer.";
  }
  return undefined;
}

const tool = (name, input) => ({ hook_event_name: name, session_id: input.sessionID, tool_name: input.tool, tool_use_id: input.callID });

function block(callID, reason) {
  blocked.add(callID);
  throw new Error(reason);
}

export const Eddyline = async () => ({
  "chat.message": async (input, output) => {
    const prompt = output.parts.filter((part) => part.type === "text").map((part) => part.text).join("\n");
    const session_id = input.sessionID ?? output.message?.sessionID;
    if (prompt) await ask({ hook_event_name: "UserPromptSubmit", session_id, prompt_id: output.message?.id, prompt });
  },
  "tool.execute.before": async (input, output) => {
    const answer = await ask({ ...tool("PreToolUse", input), tool_input: output.args });
    if (!answer && failClosed) block(input.callID, `${problem} No tool runs without an answer of Eddyline.`);
    const decided = answer?.hookSpecificOutput;
    if (decided?.permissionDecision === "deny") block(input.callID, decided.permissionDecisionReason);
    if (decided?.additionalContext) early.set(input.callID, decided.additionalContext);
  },
  "tool.execute.after": async (input, output) => {
    const failed = Number.isInteger(output.metadata?.exit) && output.metadata.exit !== 0;
    const result = failed ? { error: output.output } : { tool_response: output.output };
    const answer = await ask({ ...tool(failed ? "PostToolUseFailure" : "PostToolUse", input), tool_input: input.args, ...result });
    const text = answer?.stopReason ?? answer?.hookSpecificOutput?.additionalContext;
    for (const each of [early.get(input.callID), text]) if (each) output.output += `\n\n${each}`;
    early.delete(input.callID);
  },
  event: async ({ event }) => {
    const part = event.properties?.part;
    if (event.type !== "message.part.updated" || part?.type !== "tool" || part.state.status !== "error") return;
    if (blocked.delete(part.callID)) return;
    await ask({ ...tool("PostToolUseFailure", part), tool_input: part.state.input, error: part.state.error });
  },
});
