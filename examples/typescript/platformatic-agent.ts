/** @platformatic/kafka: an agent that fails the same way each time, and the person at its gate. */
import { randomUUID } from "node:crypto";
import { Consumer, Producer, compatibilityPartitioner } from "@platformatic/kafka";
import { decode, encode, newEvent } from "./registry.ts";

const task = `platformatic-${randomUUID()}`;
const bootstrapBrokers = [process.env.KAFKA_BOOTSTRAP ?? "127.0.0.1:9092"];
const client = { clientId: "agent", bootstrapBrokers };
const producer = new Producer({ ...client, partitioner: compatibilityPartitioner });

/** Publishes an event of the task; its id. */
async function publish(topic: string, body: string, fields: object) {
  const event = newEvent(task, body, fields);
  const value = await encode(topic, event);
  await producer.send({ messages: [{ topic, key: Buffer.from(task), value }] });
  return event.eventId;
}

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
const failure = { message: "expected 200, got 500" };
let verdict;
do {
  const event = await publish("agent-events", "FailureReported", failure);
  verdict = await receive(verdicts, "eventId", event);
  console.log(`verdict: ${verdict.action} ${verdict.text}`);
} while (!verdict.gateId);
const gate = await receive(gates, "state", "OPENED");
console.log(`gate: ${gate.state} ${gate.reason}`);
const decision = { decision: "APPROVE", guidance: "retry", by: "lead" };
await publish("gate-decisions", "HumanIntervened", { gateId: gate.gateId, ...decision });
console.log(`gate: ${(await receive(gates, "state", "CLOSED")).state}`);
process.exit();
