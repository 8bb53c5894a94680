/** @platformatic/kafka: an agent that fails the same way each time, until a person guides it. */
import { randomUUID } from "node:crypto";
import { Consumer, Producer, compatibilityPartitioner } from "@platformatic/kafka";
import { decode, encode, newEvent } from "./registry.ts";

const task = `platformatic-${randomUUID()}`;
const bootstrapBrokers = [process.env.KAFKA_BOOTSTRAP ?? "127.0.0.1:9092"];
const client = { clientId: "agent", bootstrapBrokers };
const producer = new Producer({ ...client, partitioner: compatibilityPartitioner });

/** The task's outputs on a topic: committed records only, unless configured otherwise. */
async function* outputs(topic: string) {
  const consumer = new Consumer({ ...client, groupId: randomUUID() });
  for await (const message of await consumer.consume({ topics: [topic], mode: "earliest" })) {
    const output = await decode(message.value);
    if (output.taskId === task) {
      yield output;
    }
  }
}

/** The next of them with this value. */
async function receive(outputs: AsyncGenerator<any>, field: string, value: string) {
  while (true) {
    const output = (await outputs.next()).value;
    if (output[field] === value) {
      return output;
    }
  }
}

const [verdicts, gates] = [outputs("loop-verdicts"), outputs("gate-triggers")];

/** Publishes an event of the task; the verdict on it. */
async function ask(body: string, fields: object) {
  const event = newEvent(task, body, fields);
  const value = await encode("agent-events", event);
  await producer.send({ messages: [{ topic: "agent-events", key: Buffer.from(task), value }] });
  const verdict = await receive(verdicts, "eventId", event.eventId);
  console.log(`verdict: ${verdict.action} ${verdict.text}`);
  return verdict;
}

let prompt = "Make the tests pass."; // for the model: a mock, it takes no hint
let verdict;
while (!(verdict = await ask("FailureReported", { message: "expected 200, got 500" })).gateId) {
  prompt = verdict.text;
}
let gate = await receive(gates, "state", "OPENED");
console.log(`gate: ${gate.state} ${gate.reason}`);
gate = await receive(gates, "state", "CLOSED"); // a person decided in the console or a gate service
console.log(`gate: ${gate.state} by ${gate.decidedBy}`);
if (["APPROVE", "FALSE_POSITIVE"].includes(gate.decision)) {
  prompt = `A person decided ${gate.decision}. Guidance: ${gate.guidance}`;
  console.log(`prompt: ${prompt}`);
  await ask("StepStarted", { step: "start the database" });
}
process.exit();
