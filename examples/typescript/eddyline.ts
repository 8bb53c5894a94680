/** A client of Eddyline over HTTP. It needs nothing but fetch: copy it into your project. */

const URL = process.env.EDDYLINE_URL ?? "http://127.0.0.1:8090";
const TOKEN = process.env.EDDYLINE_TOKEN;
const DEADLINE_MS = 1000 * Number(process.env.EDDYLINE_DEADLINE_SECONDS ?? "2");
const decisions = new Map<string, string>(); // of persons, by task, until the model has them

/** The JSON that Eddyline answers. */
export async function call(path: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await fetch(URL + path, {
    method: body ? "POST" : "GET",
    headers: {
      "Content-Type": "application/json",
      ...(TOKEN && { Authorization: `Bearer ${TOKEN}` }), ...headers,
    },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  if (!answer.ok) {
    throw new Error(`${answer.status}: ${await answer.text()}`);
  }
  return answer.json();
}

/** Publishes the tool calls of one task, and asks before and after each of them. */
export class Guard {
  readonly task: string;

  constructor(task: string) {
    this.task = task;
  }

  /** Why the tool must not run, in words for the agent; undefined where it may. */
  async beforeTool(callId: string, tool: string, args: unknown): Promise<string | undefined> {
    const verdict = await this.ask("called", callId, { tool, arguments: JSON.stringify(args) });
    if (verdict.gateId || verdict.action === "abort") return verdict.text || verdict.reason;
    if (verdict.guidance) decisions.set(this.task, verdict.text);
  }

  /** The tool's output for the model, with a person's guidance and Eddyline's hint if any. */
  async afterTool(callId: string, tool: string, output: string, isError = false): Promise<string> {
    const verdict = await this.ask("returned", callId, { tool, output, isError });
    const texts = [decisions.get(this.task), verdict.text];
    decisions.delete(this.task);
    return [output, ...texts.filter(Boolean)].join("\nEddyline: ");
  }

  /** The verdict; an empty one where none comes in time: the agent goes on. */
  private async ask(what: string, callId: string, body: object) {
    const eventId = `${this.task}:${callId}:${what}`;
    try {
      const asks = { eventId, taskId: this.task, callId, replyRequested: true };
      const verdict = await call("/api/v1/events", { type: `tool_${what}`, ...asks, ...body });
      return verdict.shadow ? {} : verdict; // a policy in shadow mode only watches
    } catch (unavailable) {
      console.error(`eddyline: ${unavailable}`);
      return {};
    }
  }
}
