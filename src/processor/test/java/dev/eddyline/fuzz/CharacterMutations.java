package dev.eddyline.fuzz;

import java.util.List;
import java.util.random.RandomGenerator;

/** Changes of a few characters of a text in some language. */
final class CharacterMutations {

  /** What means something in JSON, or nearly. */
  static final List<String> OF_JSON =
      List.of(
          "{",
          "}",
          "[",
          "]",
          "\"",
          ":",
          ",",
          "\\",
          "\\u",
          "\\ud83d",
          "\\udc00",
          "\\u0000",
          "\0",
          "\uFEFF",
          "\uD800",
          "\uDC00",
          "\n",
          "\t",
          "//",
          "/*",
          "NaN",
          "-Infinity",
          "null",
          "true",
          "1e999999999",
          "1e-999999999",
          "-0",
          "0.1",
          "00",
          "+1",
          "0x1F",
          "9".repeat(1_001),
          "99999999999999999999",
          "{}",
          "[[[[",
          "\"taskId\":",
          "'",
          "1_000");

  /** What means something in YAML, or nearly. */
  static final List<String> OF_YAML =
      List.of(
          ":",
          ": ",
          "- ",
          "? ",
          "#",
          " #",
          "\n",
          "\n\n",
          "\r",
          "\t",
          "  ",
          "{",
          "}",
          "[",
          "]",
          ",",
          "&a ",
          "*a",
          "&a *a",
          "!!int ",
          "!!binary ",
          "!!set ",
          "!!java.net.URL ",
          "!<tag:x> ",
          "!",
          "<<: ",
          "<<: *a\n",
          "|\n",
          ">-\n",
          "|9\n",
          "\"",
          "'",
          "\"\\x",
          "\"\\U00110000\"",
          "%YAML 9.9\n",
          "%TAG ! x\n",
          "---\n",
          "...\n",
          "--- ",
          "@",
          "`",
          "~",
          "0x",
          "0b",
          "0o7",
          "1_",
          "-_",
          "1__0",
          "+",
          "-",
          ".",
          ".inf",
          "-.INF",
          ".NaN",
          "1e999999999",
          "190:20:30",
          "2001-12-14t21:59:43.10-05:00",
          "\u0085",
          "\u2028",
          "\uFEFF",
          "\0",
          "\uD800",
          "\uFFFE",
          "99999999999999999999",
          "null",
          "Yes",
          "=",
          "[[[[[[[[",
          "{a: {a: {a: ",
          "? ? ? ? ");

  private CharacterMutations() {}

  /** The text with one change. */
  static String changed(String text, List<String> words, RandomGenerator random) {
    RandomDraws.Range part = RandomDraws.Range.of(random, text.length());
    String head = text.substring(0, part.begin());
    String tail = text.substring(part.end());
    return switch (random.nextInt(8)) {
      case 0 -> head;
      case 1 -> head + tail;
      case 2 -> head + (char) random.nextInt(128) + tail;
      case 3 -> head + (char) random.nextInt(0x10000) + tail;
      case 4 -> head + text.substring(part.begin(), part.end()).repeat(2) + tail;
      case 5 -> head + RandomDraws.oneOf(random, words).repeat(1 + random.nextInt(50)) + tail;
      case 6 -> head + RandomDraws.oneOf(random, words) + text.substring(part.begin());
      default -> head + RandomDraws.oneOf(random, words) + tail;
    };
  }

  /** The text on one line, with nothing in it that a terminal would obey. */
  static String shown(String text) {
    StringBuilder shown = new StringBuilder();
    for (char c : text.substring(0, Math.min(text.length(), 4_000)).toCharArray()) {
      shown.append(c >= ' ' && c < 127 ? String.valueOf(c) : "\\u%04x".formatted((int) c));
    }
    return shown.toString();
  }
}
