// Validates an AsyncAPI document with the official parser and its plugin for Avro.
//   node check_asyncapi.mjs          ends with 0 if the packages are installed
//   node check_asyncapi.mjs FILE     prints a line for each diagnostic, and counts if there is no error
// The exit code is 1 if the document has errors.
import { readFile } from 'node:fs/promises';
import { Parser } from '@asyncapi/parser';
import { AvroSchemaParser } from '@asyncapi/avro-schema-parser';

const SEVERITIES = ['error', 'warning', 'information', 'hint'];
const avro = AvroSchemaParser();

// the parser asks its plugins to validate schemas of AsyncAPI 2 only
const avroSchemasAreValid = {
  message: '{{error}}',
  severity: 'error',
  given: '$.components.schemas[?(@.schemaFormat)]',
  then: {
    function: ({ schemaFormat, schema }, options, { path }) =>
      avro.getMimeTypes().includes(schemaFormat)
        ? avro.validate({ data: schema, path: [...path, 'schema'] })
        : [{ message: `no schema parser for ${schemaFormat}`, path }],
  },
};

const file = process.argv[2];
if (file) {
  const parser = new Parser({
    schemaParsers: [avro],
    ruleset: { extends: [], rules: { 'avro-schemas-are-valid': avroSchemasAreValid } },
  });
  const { document, diagnostics } = await parser.parse(await readFile(file, 'utf8'));
  for (const { severity, code, path, message } of diagnostics) {
    console.log(`${SEVERITIES[severity]} ${code} ${path.join('/')}: ${message}`);
  }
  if (document) {
    const { schemas } = document.json().components;
    const records = Object.values(schemas).filter(({ schemaFormat }) => schemaFormat).length;
    console.log(
      `channels ${document.channels().length}, operations ${document.operations().length},` +
        ` messages ${document.messages().length}, Avro schemas ${records}`,
    );
  }
  process.exitCode = document ? 0 : 1;
}
