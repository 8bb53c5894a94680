/*
 * Reads and writes topics with kafkajs and the registry's client beside it.
 *
 * read BROKER REGISTRY TOPIC COUNT: prints the first COUNT committed records, a line of JSON each
 * fail BROKER REGISTRY TOPIC TASK MESSAGE: publishes a failure
 * approve BROKER REGISTRY TOPIC TASK GATE: publishes the approval of a gate
 *
 * What cannot be read or written ends it with an error. Without arguments it only loads its libraries.
 */
import { randomUUID } from 'node:crypto';
import { SchemaRegistry } from '@kafkajs/confluent-schema-registry';
import { Kafka, Partitioners, logLevel } from 'kafkajs';

const LIMIT_MS = 30000;
const RECORDS = 'dev.eddyline.schema.';

async function read(kafka, registry, topic, count) {
  const consumer = kafka.consumer({ groupId: `kafkajs-${randomUUID()}` });
  let left = Number(count);
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await new Promise((done, failed) => {
    setTimeout(() => failed(new Error(`${left} records did not come in time`)), LIMIT_MS);
    consumer.on(consumer.events.CRASH, (crash) => failed(crash.payload.error));
    consumer.run({
      autoCommit: false,
      eachMessage: async ({ message }) => {
        if (left > 0) {
          const value = await registry.decode(message.value);
          console.log(JSON.stringify({ key: message.key.toString(), value }));
          left -= 1;
        }
        if (left === 0) {
          done();
        }
      },
    });
  });
}

function fail(kafka, registry, topic, task, message) {
  return send(kafka, registry, topic, task, { [`${RECORDS}FailureReported`]: { message } });
}

function approve(kafka, registry, topic, task, gateId) {
  const decision = { gateId, decision: 'APPROVE', guidance: 'another way', by: 'lead' };
  return send(kafka, registry, topic, task, { [`${RECORDS}HumanIntervened`]: decision });
}

async function send(kafka, registry, topic, taskId, body) {
  const event = { eventId: randomUUID(), taskId, agentId: 'js-1', occurredAt: Date.now(), body };
  const schema = await registry.getLatestSchemaId(`${topic}-value`);
  const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await producer.connect();
  const value = await registry.encode(schema, event);
  await producer.send({ topic, messages: [{ key: taskId, value }] });
}

const [command, broker, host, ...rest] = process.argv.slice(2);
if (command) {
  const kafka = new Kafka({ brokers: [broker], logLevel: logLevel.NOTHING });
  try {
    await { read, fail, approve }[command](kafka, new SchemaRegistry({ host }), ...rest);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
  process.exit(0);
}
