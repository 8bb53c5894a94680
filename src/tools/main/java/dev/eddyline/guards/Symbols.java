package dev.eddyline.guards;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.eddyline.detect.api.ToolTexts;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Symbols of events, by which guards compare them. */
final class Symbols {

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private Symbols() {}

  /** A symbol that equals no other one: it interrupts a row. */
  static Optional<Object> interruption() {
    return Optional.of(new Object());
  }

  /** Tool and arguments as they were written: another order of keys is another call. */
  static Object literalCall(ToolCalled call) {
    return List.of(call.getTool(), ToolTexts.arguments(call));
  }

  /** Tool and arguments; the order of the keys has no effect. */
  static Object canonicalCall(ToolCalled call) {
    return List.of(call.getTool(), canonical(ToolTexts.arguments(call)));
  }

  /** JSON with sorted keys; any other text unchanged. */
  static String canonical(String arguments) {
    try {
      return JSON.writeValueAsString(JSON.readValue(arguments, Object.class));
    } catch (JsonProcessingException notJson) {
      return arguments;
    }
  }

  /** A symbol at each call. */
  static Function<SessionEvent, Optional<Object>> atCall(Function<ToolCalled, Object> key) {
    return event -> event.call().map(key);
  }

  /** A symbol at each result: the call, and what the guard compares of its result. */
  static Function<SessionEvent, Optional<Object>> atResult(
      Function<ToolCalled, Object> key, Function<ToolReturned, Object> outcome) {
    return event ->
        event
            .result()
            .map(
                result ->
                    List.of(key.apply(event.answered().orElseThrow()), outcome.apply(result)));
  }

  /** A symbol at each failed result: the call. Any other result interrupts the row. */
  static Function<SessionEvent, Optional<Object>> atError(Function<ToolCalled, Object> key) {
    return event ->
        event
            .result()
            .flatMap(result -> result.getIsError() ? event.answered().map(key) : interruption());
  }

  /** What is in an output of a tool, with its success. */
  static Object outcome(ToolReturned result) {
    return List.of(result.getIsError(), ToolTexts.output(result));
  }
}
