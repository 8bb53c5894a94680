package dev.eddyline.bench.report;

import dev.eddyline.policy.PolicyDraft;
import java.util.Locale;

/** The side load that runs while replies are timed. */
public enum SideLoad {
  /** No side load: the baseline of the others. */
  NOTHING,
  /** A burst of requests that are compared by their words. */
  WORDS,
  /** The same burst, compared by the sentence model. */
  MEANING,
  /** Requests to an evaluator whose model never responds. */
  EVALUATOR;

  private static final String BY_MEANING = "similarity: meaning";
  private static final String BY_WORDS = "similarity: lexical";
  private static final String EVALUATION = "\nevaluation:";
  private static final String OFF = "enabled: false";

  /** Its name in reports. */
  public String title(int burst) {
    String requests = String.format(Locale.ROOT, "%,d requests at once", burst);
    return switch (this) {
      case NOTHING -> "no side load";
      case WORDS -> requests + ", by words";
      case MEANING -> requests + ", by meaning";
      case EVALUATOR -> "an evaluator that hangs";
    };
  }

  /** Whether it includes a burst. */
  public boolean hasBurst() {
    return this == WORDS || this == MEANING;
  }

  /** The policy {@code default} with the one setting that this side load changes. */
  public String policyText() {
    String preset = PolicyDraft.loadPresetFileOrFolder("default").get(0).text();
    String words =
        this == MEANING ? preset : replaceFirstFromIndex(preset, 0, BY_MEANING, BY_WORDS);
    return this == EVALUATOR
        ? replaceFirstFromIndex(words, words.indexOf(EVALUATION), OFF, "enabled: true")
        : words;
  }

  private static String replaceFirstFromIndex(
      String text, int from, String target, String replacement) {
    int index = from < 0 ? from : text.indexOf(target, from);
    if (index < 0) {
      throw new IllegalStateException("the policy default does not contain '%s'".formatted(target));
    }
    return text.substring(0, index) + replacement + text.substring(index + target.length());
  }
}
