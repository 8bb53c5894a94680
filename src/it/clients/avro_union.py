"""Writes and reads events with Apache's Avro for Python, which gives a union's record no name.

examples SCHEMA: an event for each record of the union, with all fields and with the required ones;
    prints a line each, the record's name and the event in hexadecimal
write SCHEMA BODY: an event with this body, in JSON; prints it in hexadecimal
read WRITER READER EVENT: prints the body of an event, in JSON

What cannot be written or read ends it with an error. Without arguments it only loads its library.
"""

import datetime
import io
import json
import pathlib
import sys

import avro.io
import avro.schema

NOW = datetime.datetime.now(datetime.timezone.utc)


def parsed(file):
    return avro.schema.parse(pathlib.Path(file).read_text(encoding="utf-8"))


def written(schema, body):
    event = {
        "eventId": "e1",
        "taskId": "T1",
        "agentId": "python-1",
        "occurredAt": NOW,
        "replyRequested": False,
        "body": body,
    }
    out = io.BytesIO()
    avro.io.DatumWriter(schema).write(event, avro.io.BinaryEncoder(out))
    return out.getvalue().hex()


def is_optional(field):
    return field.type.type == "union"


def example(schema):
    if schema.type == "union":
        return example(next(branch for branch in schema.schemas if branch.type != "null"))
    if schema.type == "long" and schema.other_props.get("logicalType"):
        return NOW
    if schema.type == "enum":
        return schema.symbols[-1]
    if schema.type == "array":
        return [example(schema.items)]
    return {"string": "x", "boolean": True, "int": 1, "long": 1, "double": 1.5}[schema.type]


def examples(schema_file):
    schema = parsed(schema_file)
    union = next(field for field in schema.fields if field.name == "body").type
    for record in union.schemas:
        fields = {field.name: example(field.type) for field in record.fields}
        required = {f.name: fields[f.name] for f in record.fields if not is_optional(f)}
        for body in (fields, required):
            # without any field, nothing tells a record from another
            if body:
                print(record.name, written(schema, body))


def write(schema_file, body):
    print(written(parsed(schema_file), json.loads(body)))


def read(writer_file, reader_file, event):
    data = io.BytesIO(bytes.fromhex(event))
    reader = avro.io.DatumReader(parsed(writer_file), parsed(reader_file))
    print(json.dumps(reader.read(avro.io.BinaryDecoder(data))["body"], default=str))


if len(sys.argv) > 1:
    {"examples": examples, "write": write, "read": read}[sys.argv[1]](*sys.argv[2:])
