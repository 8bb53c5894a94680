package dev.eddyline.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The agent's next call, which some frameworks append to a tool's result. */
public final class NextCall {

  /** Maximum characters of a separator at the end of a text. */
  private static final int MAX_RULING = 20;

  private static final Pattern NEXT_CALL =
      Pattern.compile(
          "[;\\n][^\\n{};]{0,40}: ?\\{ ?[\"'](?:(?:args|arguments)[\"'] ?:"
              + "|(?:name|tool|function)[\"'] ?: ?[\"'][^\"'\\n]{1,80}[\"'] ?, ?"
              + "[\"'](?:args|arguments|input|parameters)[\"'] ?:)");

  private NextCall() {}

  /** The text without a quoted call on its last line; at most a separator may follow. */
  public static String removeFrom(String text) {
    if (!mayHoldCall(text)) {
      return text;
    }
    Matcher found = NEXT_CALL.matcher(text);
    int from = 0;
    while (found.find(from)) {
      int end = text.indexOf('\n', found.end());
      if (end < 0 || isRuling(text, end)) {
        return text.substring(0, found.start());
      }
      from = end;
    }
    return text;
  }

  /** Whether the text has a brace between a colon and a quote. */
  private static boolean mayHoldCall(String text) {
    for (int at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
      int before = at > 0 && text.charAt(at - 1) == ' ' ? at - 2 : at - 1;
      int behind = text.startsWith(" ", at + 1) ? at + 2 : at + 1;
      boolean colon = before >= 0 && text.charAt(before) == ':';
      if (colon && behind < text.length() && "\"'".indexOf(text.charAt(behind)) >= 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean isRuling(String text, int from) {
    return text.length() - from <= MAX_RULING
        && text.substring(from).chars().allMatch(c -> c == '-' || Character.isWhitespace(c));
  }
}
