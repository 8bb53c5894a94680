package dev.eddyline.json;

import dev.eddyline.schema.AgentEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.arbitraries.StringArbitrary;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;

/** Random events of every type: whatever the schema and the table of bounds allow. */
final class RandomEvents {
  private static final SpecificData MODEL = new CompiledAvroModel();
  private static final Instant YEAR_2000 = Instant.parse("2000-01-01T00:00:00Z");
  private static final Instant YEAR_2025 = Instant.parse("2025-12-31T23:59:59.999Z");

  private RandomEvents() {}

  static Arbitrary<AgentEvent> all() {
    return record(AgentEvent.getClassSchema()).map(AgentEvent.class::cast);
  }

  private static Arbitrary<IndexedRecord> record(Schema schema) {
    List<Arbitrary<Object>> values = new ArrayList<>();
    for (Schema.Field field : schema.getFields()) {
      values.add(value(field.name(), field.schema()).map(value -> value));
    }
    return Combinators.combine(values)
        .as(
            row -> {
              IndexedRecord record = (IndexedRecord) MODEL.newRecord(null, schema);
              for (int i = 0; i < row.size(); i++) {
                record.put(i, row.get(i));
              }
              return record;
            });
  }

  private static Arbitrary<?> value(String field, Schema schema) {
    Bounds bounds = Bounds.of(field);
    if (schema.getLogicalType() != null) {
      return Arbitraries.longs()
          .between(YEAR_2000.toEpochMilli(), YEAR_2025.toEpochMilli())
          .map(Instant::ofEpochMilli);
    }
    return switch (schema.getType()) {
      case UNION ->
          Arbitraries.of(schema.getTypes()).flatMap(type -> value(field, type).map(v -> v));
      case NULL -> Arbitraries.just(null);
      case RECORD -> record(schema);
      case ENUM ->
          Arbitraries.of(schema.getEnumSymbols())
              .filter(symbol -> !symbol.equals(schema.getEnumDefault()))
              .map(symbol -> MODEL.createEnum(symbol, schema));
      case ARRAY -> value(field, schema.getElementType()).list().ofMaxSize(4);
      case STRING -> text().ofMinLength((int) Math.max(0, bounds.min())).ofMaxLength(30);
      case BOOLEAN -> Arbitraries.of(true, false);
      case INT -> Arbitraries.integers().filter(bounds::allow);
      case LONG -> Arbitraries.longs().filter(bounds::allow);
      case DOUBLE -> Arbitraries.doubles().filter(bounds::allow);
      default -> throw new IllegalArgumentException("No random values for " + schema.getType());
    };
  }

  /** Any characters, emoji too, but no halves of surrogate pairs. */
  private static StringArbitrary text() {
    return Arbitraries.strings().withCharRange('\0', '\uD7FF').withCharRange('\uE000', '\uFFFD');
  }
}
