/** kafkajs: an agent that fails the same way each time, until a person guides it. */
import { randomUUID } from "node:crypto";
import { EventEmitter, on } from "node:events";
import { Kafka, Partitioners, logLevel } from "kafkajs";
import { decode, encode, newEvent } from "./registry.ts";

const task = `kafkajs-${randomUUID()}`;
const brokers = [process.env.KAFKA_BOOTSTRAP ?? "127.0.0.1:9092"];
const kafka = new Kafka({ brokers, logLevel: logLevel.ERROR });
const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
await producer.connect();

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

/** Publishes an event of the task; the verdict on it. */
async function ask(body: string, fields: object) {
  const event = newEvent(task, body, fields);
  const messages = [{ key: task, value: await encode("agent-events", event) }];
  await producer.send({ topic: "agent-events", messages });
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
await consumer.disconnect();
await producer.disconnect();
