/** Waits at the open gate of a task. It needs eddyline.ts: copy both into your project. */
import { setTimeout as sleep } from "node:timers/promises";
import { call } from "./eddyline.ts";

const WAIT_MS = 500;

/** What a person decided, in words for the model; undefined if the task must not go on. */
export async function waitForDecision(taskId: string): Promise<string | undefined> {
  const step = { taskId, type: "step_started", step: "go on" };
  const publish = (how: object) =>
    call("/api/v1/events", { ...step, ...how }).catch((unavailable) => {
      console.error(`eddyline: ${unavailable}`);
      return { gateId: "unknown" };
    });
  let verdict;
  // a proposed event is answered and not recorded
  while ((verdict = await publish({ proposed: true })).gateId) {
    await sleep(WAIT_MS);
  }
  if (verdict.action === "abort") {
    return undefined;
  }
  await publish({ replyRequested: true }); // no later answer repeats the decision
  return verdict.text || "Go on."; // the gate may close without a decision
}
