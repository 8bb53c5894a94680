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
  static Object of(Schema schema, RandomGenerator random, int branch) {
    return of(schema, random, branch, 0);
  }

  private static Object of(Schema schema, RandomGenerator random, int branch, int depth) {
    return switch (schema.getType()) {
      case RECORD -> {
        GenericData.Record record = new GenericData.Record(schema);
        for (Schema.Field field : schema.getFields()) {
          boolean body = depth == 0 && field.name().equals("body");
          int chosen = body ? branch : random.nextInt(100);
          record.put(field.pos(), of(field.schema(), random, chosen, depth + 1));
        }
        yield record;
      }
      case UNION -> {
        List<Schema> types = schema.getTypes();
        int chosen = depth > DEEPEST ? 0 : branch % types.size();
        yield of(types.get(chosen), random, random.nextInt(100), depth + 1);
      }
      case ARRAY -> {
        List<Object> items = new ArrayList<>();
        for (int left = random.nextInt(4); left > 0; left--) {
          items.add(of(schema.getElementType(), random, random.nextInt(100), depth + 1));
        }
        yield items;
      }
      case MAP -> {
        Map<String, Object> entries = new HashMap<>();
        for (int left = random.nextInt(4); left > 0; left--) {
          entries.put("k" + left, of(schema.getValueType(), random, 0, depth + 1));
        }
        yield entries;
      }
      case ENUM ->
          new GenericData.EnumSymbol(schema, RandomDraws.oneOf(random, schema.getEnumSymbols()));
      case FIXED -> new GenericData.Fixed(schema, new byte[schema.getFixedSize()]);
      case STRING -> RandomDraws.oneOf(random, TEXTS);
      case BYTES -> ByteBuffer.wrap(new byte[random.nextInt(20)]);
      case BOOLEAN -> random.nextBoolean();
      case INT -> random.nextInt(100);
      case LONG -> random.nextLong(2_000_000_000_000L);
      case FLOAT -> random.nextFloat();
      case DOUBLE -> random.nextDouble() * 100;
      case NULL -> null;
    };
  }
}
