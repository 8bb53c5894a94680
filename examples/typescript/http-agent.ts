/** An agent whose tool fails the same way each time. It waits at its gate until a person decides. */
import { randomUUID } from "node:crypto";
import { Guard } from "./eddyline.ts";
import { waitForDecision } from "./gate.ts";

const guard = new Guard(`fetch-${randomUUID()}`);

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

// a person decides on the page "Gates" of the console; the guidance is for the model
const prompt = await waitForDecision(guard.task);
if (prompt) {
  console.log(`prompt: ${prompt}`);
  await guard.beforeTool("go-on", "start_database", {});
  console.log(await guard.afterTool("go-on", "start_database", "listening"));
}
