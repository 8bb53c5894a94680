"""Avro in Confluent's wire format: a byte 0, the schema's id in 4 bytes, the record."""

import io
import json
import urllib.request

import avro.io
import avro.schema

MAGIC = b"\x00"


class Registry:
    """Schemas of a registry, each fetched once."""

    def __init__(self, url):
        self.url = url
        self.known = {}
        # no proxy stands between this machine and itself
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def get(self, path):
        with self.opener.open(self.url + path) as page:
            return json.load(page)

    def decode(self, value):
        """The datum in a record's value."""
        if value[:1] != MAGIC:
            raise ValueError("not in Confluent's format: %r" % value[:20])
        number = int.from_bytes(value[1:5], "big")
        if number not in self.known:
            text = self.get("/schemas/ids/%d" % number)["schema"]
            self.known[number] = avro.schema.parse(text)
        schema = self.known[number]
        body = io.BytesIO(value[5:])
        datum = avro.io.DatumReader(schema).read(avro.io.BinaryDecoder(body))
        if body.read(1):
            raise ValueError("bytes are left over")
        return datum

    def encode(self, topic, datum):
        """A datum's bytes, with the newest schema of the topic's values."""
        latest = self.get("/subjects/%s-value/versions/latest" % topic)
        body = io.BytesIO()
        writer = avro.io.DatumWriter(avro.schema.parse(latest["schema"]))
        writer.write(datum, avro.io.BinaryEncoder(body))
        return MAGIC + latest["id"].to_bytes(4, "big") + body.getvalue()


def line(registry, key, value, headers):
    """A record as a line of JSON."""
    texts = {name: text.decode("utf-8") for name, text in headers}
    record = {"key": key.decode("utf-8"), "headers": texts, "value": registry.decode(value)}
    return json.dumps(record, default=str)
