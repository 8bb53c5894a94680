/*
 * Reads topics with @platformatic/kafka and avsc.
 *
 * read BROKER REGISTRY TOPIC COUNT: prints the first COUNT committed records, a line of JSON each
 *
 * What cannot be read ends it with an error. Without arguments it only loads its libraries.
 */
import { randomUUID } from 'node:crypto';
import { Consumer } from '@platformatic/kafka';
import avsc from 'avsc';

const LIMIT_MS = 30000;
const HEADER_BYTES = 5;

/** Decodes values in Confluent's wire format, each schema fetched once. */
function decoder(registry) {
  const types = new Map();
  return async (value) => {
    const id = value.readInt32BE(1);
    if (!types.has(id)) {
      const answer = await (await fetch(`${registry}/schemas/ids/${id}`)).json();
      types.set(id, avsc.Type.forSchema(JSON.parse(answer.schema)));
    }
    return types.get(id).fromBuffer(value.subarray(HEADER_BYTES));
  };
}

async function read(broker, registry, topic, count) {
  const decode = decoder(registry);
  const consumer = new Consumer({
    clientId: 'platformatic',
    groupId: `platformatic-${randomUUID()}`,
    bootstrapBrokers: [broker],
  });
  const stream = await consumer.consume({
    topics: [topic],
    mode: 'earliest',
    autocommit: false,
  });
  setTimeout(() => stream.destroy(new Error('the records did not come in time')), LIMIT_MS);
  let left = Number(count);
  for await (const message of stream) {
    const value = await decode(message.value);
    console.log(JSON.stringify({ key: message.key.toString(), value }));
    left -= 1;
    if (left === 0) {
      break;
    }
  }
}

const [command, ...rest] = process.argv.slice(2);
if (command) {
  try {
    await { read }[command](...rest);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
  process.exit(0);
}
