/** An agent whose tool fails the same way each time. It waits at its gate until a person decides. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Guard, call } from "./eddyline.ts";

const guard = new Guard(`fetch-${randomUUID()}`);

/** Whether the agent may go on, once a person has decided; the question is not recorded. */
async function mayGoOn(): Promise<boolean> {
  const ask = { taskId: guard.task, type: "step_started", step: "go on", proposed: true };
  while (true) {
    const verdict = await call("/api/v1/events", ask).catch(() => ({ gateId: "not known" }));
    if (!verdict.gateId) {
      return verdict.action !== "abort";
    }
    await sleep(500);
  }
}

// it asks before each tool call, and gets the output with a hint
const failure = "expected 200, got 500";
let number = 1;
let stop: string | undefined;
while (!(stop = await guard.beforeTool(`call-${number}`, "run_tests", { path: "tests" }))) {
  const output = await guard.afterTool(`call-${number}`, "run_tests", failure, true);
  console.log(`call ${number}: ${output}`);
  number++;
}
console.log(`call ${number}: stopped. ${stop}`);

// a person decides on the page "Gates" of the console; the next output has the guidance for the model
if (await mayGoOn()) {
  await guard.beforeTool("go-on", "start_database", {});
  console.log(await guard.afterTool("go-on", "start_database", "listening"));
}
