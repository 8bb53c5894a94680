package dev.eddyline.registry;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.avro.Schema;

/**
 * Rewrites a writer's schema so that records match the reader's by name only, as Avro's
 * specification says.
 *
 * <p>Avro for Java also matches records whose fields happen to fit. An event body of a newer writer
 * would then be read as a known one, such as a new body with a {@code text} as a user message. Here
 * such a record becomes a type that matches nothing, so that decoding fails and names it.
 */
final class RecordNameMatcher {

  private final IdentityHashMap<Schema, IdentityHashMap<Schema, Schema>>
      matchedRecordByWriterAndReader = new IdentityHashMap<>();

  private RecordNameMatcher() {}

  /** The writer's schema, rewritten for resolution to the reader's. */
  static Schema rewriteWriterSchemaByName(Schema writer, Schema reader) {
    return new RecordNameMatcher().matchSchema(Schema.applyAliases(writer, reader), reader);
  }

  private Schema matchSchema(Schema writer, Schema reader) {
    return switch (writer.getType()) {
      case UNION ->
          Schema.createUnion(
              writer.getTypes().stream().map(type -> matchSchema(type, reader)).toList());
      case RECORD -> {
        Schema readerSchema = readerRecordNamedLike(writer, reader);
        yield readerSchema == null
            ? unmatchableSchema(writer)
            : matchRecordSchema(writer, readerSchema);
      }
      case ARRAY -> {
        Schema readerSchema = unionBranchOfType(Schema.Type.ARRAY, reader);
        yield readerSchema == null
            ? writer
            : Schema.createArray(
                matchSchema(writer.getElementType(), readerSchema.getElementType()));
      }
      case MAP -> {
        Schema readerSchema = unionBranchOfType(Schema.Type.MAP, reader);
        yield readerSchema == null
            ? writer
            : Schema.createMap(matchSchema(writer.getValueType(), readerSchema.getValueType()));
      }
      default -> writer;
    };
  }

  private Schema matchRecordSchema(Schema writer, Schema reader) {
    IdentityHashMap<Schema, Schema> byReader =
        matchedRecordByWriterAndReader.computeIfAbsent(writer, w -> new IdentityHashMap<>());
    Schema known = byReader.get(reader);
    if (known != null) {
      return known;
    }
    Schema copy =
        Schema.createRecord(writer.getName(), writer.getDoc(), writer.getNamespace(), false);
    byReader.put(reader, copy);
    List<Schema.Field> fields = new ArrayList<>();
    for (Schema.Field field : writer.getFields()) {
      Schema.Field readerSchema = reader.getField(field.name());
      fields.add(
          new Schema.Field(
              field.name(),
              readerSchema == null
                  ? field.schema()
                  : matchSchema(field.schema(), readerSchema.schema()),
              field.doc()));
    }
    copy.setFields(fields);
    return copy;
  }

  /**
   * The reader's record of this name: the reader itself or a branch of it; full names take
   * precedence.
   */
  private static Schema readerRecordNamedLike(Schema writer, Schema reader) {
    Schema sameShortName = null;
    for (Schema type : branches(reader)) {
      if (type.getType() == Schema.Type.RECORD && type.getName().equals(writer.getName())) {
        if (type.getFullName().equals(writer.getFullName())) {
          return type;
        }
        sameShortName = type;
      }
    }
    return sameShortName;
  }

  private static Schema unionBranchOfType(Schema.Type type, Schema reader) {
    return branches(reader).stream().filter(b -> b.getType() == type).findFirst().orElse(null);
  }

  private static List<Schema> branches(Schema schema) {
    return schema.getType() == Schema.Type.UNION ? schema.getTypes() : List.of(schema);
  }

  /**
   * A type with the record's name that matches no record: resolving it fails before a byte is read.
   */
  private static Schema unmatchableSchema(Schema record) {
    return Schema.createFixed(record.getName(), record.getDoc(), record.getNamespace(), 0);
  }
}
