package dev.eddyline.outcome;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The arguments that make two calls of a tool the same. */
final class CallIdentity {

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private CallIdentity() {}

  /** Its arguments without explanations; empty if they are unknown. */
  static String arguments(FinishedCall call) {
    if (call.arguments() == null) {
      return "";
    }
    String text = call.arguments().strip();
    if (!text.startsWith("{")) {
      return text;
    }
    try {
      Map<String, Object> all = new TreeMap<>();
      JsonNode json = JSON.readTree(text);
      json.properties()
          .forEach(
              field -> all.put(field.getKey(), JSON.convertValue(field.getValue(), Object.class)));
      Set<String> explanations = new HashSet<>(all.keySet());
      explanations.removeIf(
          name -> !OutcomeWords.SHIPPED.explanations().contains(name.toLowerCase(Locale.ROOT)));
      if (explanations.size() < all.size()) {
        all.keySet().removeAll(explanations);
      }
      return JSON.writeValueAsString(all);
    } catch (JsonProcessingException notJson) {
      return text;
    }
  }
}
