package dev.eddyline.fuzz;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;

/** Random values of any Avro schema; of a recursive one, some levels deep at most. */
final class RandomDatum {

  private static final int DEEPEST = 6;
  private static final List<String> TEXTS =
      List.of("", "t1", "npm test", "TypeError: x is undefined", "grün ✓ 🙂", "\0\n\u2028", "{}");

  private RandomDatum() {}

  /** A value of the schema; of its union, the branch of this number, modulo how many it has. */
  static Object of(Schema schema, RandomGenerator lots, int branch) {
    return of(schema, lots, branch, 0);
  }

  private static Object of(Schema schema, RandomGenerator lots, int branch, int depth) {
    return switch (schema.getType()) {
      case RECORD -> {
        GenericData.Record record = new GenericData.Record(schema);
        for (Schema.Field field : schema.getFields()) {
          boolean body = depth == 0 && field.name().equals("body");
          int chosen = body ? branch : lots.nextInt(100);
          record.put(field.pos(), of(field.schema(), lots, chosen, depth + 1));
        }
        yield record;
      }
      case UNION -> {
        List<Schema> types = schema.getTypes();
        int chosen = depth > DEEPEST ? 0 : branch % types.size();
        yield of(types.get(chosen), lots, lots.nextInt(100), depth + 1);
      }
      case ARRAY -> {
        List<Object> items = new ArrayList<>();
        for (int left = lots.nextInt(4); left > 0; left--) {
          items.add(of(schema.getElementType(), lots, lots.nextInt(100), depth + 1));
        }
        yield items;
      }
      case MAP -> {
        Map<String, Object> entries = new HashMap<>();
        for (int left = lots.nextInt(4); left > 0; left--) {
          entries.put("k" + left, of(schema.getValueType(), lots, 0, depth + 1));
        }
        yield entries;
      }
      case ENUM -> new GenericData.EnumSymbol(schema, Lots.oneOf(lots, schema.getEnumSymbols()));
      case FIXED -> new GenericData.Fixed(schema, new byte[schema.getFixedSize()]);
      case STRING -> Lots.oneOf(lots, TEXTS);
      case BYTES -> ByteBuffer.wrap(new byte[lots.nextInt(20)]);
      case BOOLEAN -> lots.nextBoolean();
      case INT -> lots.nextInt(100);
      case LONG -> lots.nextLong(2_000_000_000_000L);
      case FLOAT -> lots.nextFloat();
      case DOUBLE -> lots.nextDouble() * 100;
      case NULL -> null;
    };
  }
}
