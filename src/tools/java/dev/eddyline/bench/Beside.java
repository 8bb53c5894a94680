package dev.eddyline.bench;

import dev.eddyline.policy.WrittenPolicy;
import java.util.Locale;

/** What goes on beside the load whose answers are timed. */
enum Beside {
  /** Nothing: what the others are held against. */
  NOTHING,
  /** A burst of requests that are compared by their words. */
  WORDS,
  /** The same burst, each of which only its meaning settles. */
  MEANING,
  /** Questions to an evaluator whose model never answers. */
  EVALUATOR;

  private static final String BY_MEANING = "similarity: meaning";
  private static final String BY_WORDS = "similarity: lexical";
  private static final String NOT_EVALUATED = "evaluation:              # an evaluator";
  private static final String OFF = "enabled: false";

  /** How it is told of. */
  String title(int burst) {
    String requests = String.format(Locale.ROOT, "%,d requests at once", burst);
    return switch (this) {
      case NOTHING -> "nothing else";
      case WORDS -> requests + ", by words";
      case MEANING -> requests + ", by meaning";
      case EVALUATOR -> "an evaluator that hangs";
    };
  }

  /** Whether there is a burst. */
  boolean hasBurst() {
    return this == WORDS || this == MEANING;
  }

  /** The policy {@code default} but for what this is about. */
  String policy() {
    String preset = WrittenPolicy.of("default").get(0).text();
    String words = this == MEANING ? preset : replaced(preset, 0, BY_MEANING, BY_WORDS);
    return this == EVALUATOR
        ? replaced(words, words.indexOf(NOT_EVALUATED), OFF, "enabled: true")
        : words;
  }

  private static String replaced(String text, int from, String what, String by) {
    int at = from < 0 ? from : text.indexOf(what, from);
    if (at < 0) {
      throw new IllegalStateException("the policy default has no '%s'".formatted(what));
    }
    return text.substring(0, at) + by + text.substring(at + what.length());
  }
}
