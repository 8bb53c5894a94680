/** Avro in Confluent's framing: a zero byte, the schema's id, the record. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import avro from "avsc";

const REGISTRY = process.env.SCHEMA_REGISTRY_URL ?? "http://127.0.0.1:8081/apis/ccompat/v7";
const SCHEMA = readFileSync(new URL("../../schemas/AgentEvent.avsc", import.meta.url), "utf8");
const HEADER_BYTES = 5;
const types = new Map<number, avro.Type>();

/** An event of a task that asks for a verdict. */
export function newEvent(taskId: string, body: string, fields: object) {
  return {
    eventId: randomUUID(),
    taskId,
    occurredAt: Date.now(),
    replyRequested: true,
    body: { [`dev.eddyline.schema.${body}`]: fields },
  };
}

/** Encodes an event for a topic. */
export async function encode(topic: string, event: object): Promise<Buffer> {
  const answer = await fetch(`${REGISTRY}/subjects/${topic}-value/versions`, {
    method: "POST",
    headers: { "Content-Type": "application/vnd.schemaregistry.v1+json" },
    body: JSON.stringify({ schema: SCHEMA }),
  });
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeInt32BE((await answer.json()).id, 1);
  const type = avro.Type.forSchema(JSON.parse(SCHEMA));
  return Buffer.concat([header, type.toBuffer(event)]);
}

/** Decodes the value of a record. */
export async function decode(value: Buffer) {
  const id = value.readInt32BE(1);
  if (!types.has(id)) {
    const answer = await (await fetch(`${REGISTRY}/schemas/ids/${id}`)).json();
    types.set(id, avro.Type.forSchema(JSON.parse(answer.schema)));
  }
  return types.get(id)!.fromBuffer(value.subarray(HEADER_BYTES));
}
