package dev.eddyline.outputs;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import java.io.IOException;
import java.util.Locale;

/** Records as JSON: all fields are present, enums in lower case, times in milliseconds. */
public final class OutputJson {

  private static final JsonMapper MAPPER =
      JsonMapper.builder().addModule(new SimpleModule().addSerializer(new Symbol())).build();

  private OutputJson() {}

  /** Writes an enum constant in lower case. */
  @SuppressWarnings("rawtypes") // any enum type
  private static final class Symbol extends StdSerializer<Enum> {
    private static final long serialVersionUID = 1L;

    private Symbol() {
      super(Enum.class);
    }

    @Override
    public void serialize(Enum symbol, JsonGenerator json, SerializerProvider unused)
        throws IOException {
      json.writeString(word(symbol));
    }
  }

  /** The JSON text of a record or a tree. */
  public static String write(Object json) {
    try {
      return MAPPER.writeValueAsString(json);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("not a record of JSON values", impossible);
    }
  }

  /** The JSON tree of a record. */
  public static ObjectNode tree(Record json) {
    return MAPPER.valueToTree(json);
  }

  /** A verdict. */
  public static ObjectNode verdict(LoopVerdict verdict) {
    return tree(VerdictJson.of(verdict));
  }

  /** A change of a gate. */
  public static ObjectNode gate(GateTrigger change) {
    return tree(GateJson.of(change));
  }

  /** A reset. */
  public static ObjectNode reset(LoopReset reset) {
    return tree(ResetJson.of(reset));
  }

  /** A number, as an integer if it has no fraction. */
  public static Number number(double value) {
    if (value == Math.rint(value)) {
      return (long) value;
    }
    return value;
  }

  /** An enum constant in lower case; null for null. */
  public static String word(Enum<?> symbol) {
    return symbol == null ? null : symbol.name().toLowerCase(Locale.ROOT);
  }
}
