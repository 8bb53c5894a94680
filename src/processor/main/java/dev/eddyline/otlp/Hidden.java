package dev.eddyline.otlp;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/** Values that an SDK writes in place of content: such content is unknown, not equal. */
final class Hidden {

  private static final Set<String> PLACEHOLDERS =
      Set.of(
          "__REDACTED__",
          "[REDACTED]",
          "<REDACTED>",
          "REDACTED",
          "HIDDEN:non-empty",
          "<not specified>",
          "***");

  /** Before the reason for which a value was replaced. */
  private static final String SCRUBBED = "[Scrubbed due to ";

  private Hidden() {}

  static boolean isHidden(JsonNode value) {
    return value.isTextual()
        && (PLACEHOLDERS.contains(unquoted(value.textValue()))
            || value.textValue().startsWith(SCRUBBED));
  }

  private static String unquoted(String text) {
    boolean isQuoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
    return isQuoted ? text.substring(1, text.length() - 1) : text;
  }
}
