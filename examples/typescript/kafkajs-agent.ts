/** kafkajs: an agent that fails the same way each time, and the person who decides at its gate. */
import { randomUUID } from "node:crypto";
import { EventEmitter, on } from "node:events";
import { Kafka, Partitioners, logLevel } from "kafkajs";
import { decode, encode, newEvent } from "./registry.ts";

const task = `kafkajs-${randomUUID()}`;
const brokers = [process.env.KAFKA_BOOTSTRAP ?? "127.0.0.1:9092"];
const kafka = new Kafka({ brokers, logLevel: logLevel.ERROR });
const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
await producer.connect();

/** Publishes an event of the task; its id. */
async function publish(topic: string, body: string, fields: object) {
  const event = newEvent(task, body, fields);
  const value = await encode(topic, event);
  await producer.send({ topic, messages: [{ key: task, value }] });
  return event.eventId;
}

// kafkajs reads committed records only, unless configured otherwise
const consumer = kafka.consumer({ groupId: randomUUID() });
const outputs = new EventEmitter();
await consumer.connect();
await consumer.subscribe({ topics: ["loop-verdicts", "gate-triggers"], fromBeginning: true });
const [verdicts, gates] = ["loop-verdicts", "gate-triggers"].map((topic) => on(outputs, topic));
await consumer.run({
  eachMessage: async ({ topic, message }) => {
    outputs.emit(topic, await decode(message.value!));
  },
});

/** The next output of the task with this value. */
async function receive(outputs: AsyncIterableIterator<any>, field: string, value: string) {
  while (true) {
    const [output] = (await outputs.next()).value;
    if (output.taskId === task && output[field] === value) {
      return output;
    }
  }
}

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
await consumer.disconnect();
await producer.disconnect();
