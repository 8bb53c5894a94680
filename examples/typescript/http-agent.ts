/** An agent whose tool fails the same way each time, and the person who decides at its gate. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Guard, call } from "./eddyline.ts";

const guard = new Guard(`fetch-${randomUUID()}`);

/** The task's open gate. */
async function openGate() {
  while (true) {
    const gates: { gateId: string; rootTaskId: string; reason: string }[] = (
      await call("/api/v1/gates?state=open")
    ).items;
    const gate = gates.find((one) => one.rootTaskId === guard.task);
    if (gate) {
      return gate;
    }
    await sleep(200);
  }
}

/** Publishes a person's decision; without a token Eddyline wants proof that no web page asks. */
async function decide(gateId: string, decision: object) {
  const csrf = (await call("/api/v1/session")).csrf;
  const headers: Record<string, string> = csrf ? { "X-Csrf-Token": csrf } : {};
  return call(`/api/v1/gate/decision?gateId=${gateId}`, decision, headers);
}

// the agent: it asks before each tool call, and gets the output with a hint
const failure = "expected 200, got 500";
let number = 1;
let stop: string | undefined;
while (!(stop = await guard.beforeTool(`call-${number}`, "run_tests", { path: "tests" }))) {
  const output = await guard.afterTool(`call-${number}`, "run_tests", failure, true);
  console.log(`call ${number}: ${output}`);
  number++;
}
console.log(`call ${number}: stopped. ${stop}`);

// the person
const gate = await openGate();
console.log(`gate: ${gate.reason}`);
const decision = { decision: "approve", guidance: "the server needs its database", by: "lead" };
console.log(`decision: ${(await decide(gate.gateId, decision)).decision}`);

// the agent again: the gate closes once the decision has taken effect
while (await guard.beforeTool(randomUUID(), "start_database", {})) {
  await sleep(200);
}
console.log("the agent goes on");
