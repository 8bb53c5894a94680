package dev.eddyline.detect.actions;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.text.Hash;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a tool call: the tool and its loopKey, or else its arguments. A call with unknown
 * arguments is equal to no other.
 */
final class ToolCallKey {

  /** Maximum characters of arguments that are parsed as JSON; longer ones are compared as text. */
  private static final int MAX_JSON = 262_144;

  private static final ObjectMapper JSON =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(200).build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private static final ObjectReader READER = JSON.readerFor(Object.class);
  private static final ObjectWriter WRITER = JSON.writer();

  private ToolCallKey() {}

  /** Hash of the call. */
  static long of(ToolCalled call) {
    if (call.getLoopKey() != null) {
      return Hash.of("loopKey", call.getTool(), call.getLoopKey());
    }
    return call.getArguments() == null
        ? Hash.of("callId", call.getTool(), call.getCallId())
        : Hash.of("arguments", call.getTool(), canonical(call.getArguments()));
  }

  /** Canonical JSON with sorted keys and without spaces; any other text unchanged. */
  static String canonical(String arguments) {
    String text = arguments.strip();
    if (text.length() > MAX_JSON || !(text.startsWith("{") || text.startsWith("["))) {
      return text;
    }
    try {
      return WRITER.writeValueAsString(READER.<@Nullable Object>readValue(text));
    } catch (JsonProcessingException notJson) {
      return text;
    }
  }
}
