package dev.eddyline.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.OptionalLong;
import org.apache.avro.Schema;

/** A number: whole for int and long, where {@code 3.0} is whole too, or any finite double. */
record JsonNumber(Schema.Type type, Bounds bounds) implements JsonType {
  private static final double LARGEST_EXACT = 1L << 53;

  @Override
  public Object read(JsonNode node, String path, List<String> problems) {
    Object value = type == Schema.Type.DOUBLE ? real(node) : whole(node);
    if (value == null) {
      problems.add(path + " must be " + kind() + ", was " + ProblemText.kind(node));
      return null;
    }
    if (!bounds.allow(node.doubleValue())) {
      problems.add(path + " must be " + bounds.inWords() + ", was " + ProblemText.kind(node));
      return null;
    }
    return value;
  }

  @Override
  public JsonNode write(Object value) {
    return type == Schema.Type.DOUBLE
        ? JsonNodeFactory.instance.numberNode((Double) value)
        : JsonNodeFactory.instance.numberNode(((Number) value).longValue());
  }

  /** The whole number that a node holds exactly, if it holds one within 64 bits. */
  static OptionalLong wholeNumber(JsonNode node) {
    if (node.isIntegralNumber()) {
      return node.canConvertToLong() ? OptionalLong.of(node.longValue()) : OptionalLong.empty();
    }
    double value = node.isNumber() ? node.doubleValue() : Double.NaN;
    return value == Math.rint(value) && Math.abs(value) <= LARGEST_EXACT
        ? OptionalLong.of((long) value)
        : OptionalLong.empty();
  }

  private Object whole(JsonNode node) {
    OptionalLong value = wholeNumber(node);
    if (value.isEmpty()) {
      return null;
    }
    long number = value.getAsLong();
    if (type == Schema.Type.LONG) {
      return number;
    }
    return number == (int) number ? (Object) (int) number : null;
  }

  private static Double real(JsonNode node) {
    return node.isNumber() && Double.isFinite(node.doubleValue()) ? node.doubleValue() : null;
  }

  private String kind() {
    return switch (type) {
      case INT -> "a whole number of 32 bits";
      case LONG -> "a whole number of 64 bits";
      default -> "a finite number";
    };
  }
}
