package dev.eddyline.bench.load;

import java.util.SplittableRandom;

/** Generates texts of synthetic words, some with digits; the same number gives the same text. */
final class SyntheticTexts {

  private static final int VOCABULARY = 4_096;
  private static final String[] SYLLABLES = {
    "ba", "ten", "ri", "so", "mu", "la", "ker", "di", "no", "pa", "ves", "tu", "go", "lin", "ar",
    "the", "is", "file", "run", "test", "value", "in", "to", "not", "an"
  };

  private final String[] vocabulary = new String[VOCABULARY];
  private final double digitWordShare;
  private final double lineEndShare;

  /** Texts with these word statistics. */
  SyntheticTexts(EventMix.WordStats words) {
    digitWordShare = words.withDigits();
    lineEndShare = 1 / words.perLine();
    SplittableRandom random = SeededRandom.createGenerator(VOCABULARY);
    for (int i = 0; i < VOCABULARY; i++) {
      StringBuilder word = new StringBuilder();
      // from half to one and a half times the mean, so that the mean is preserved
      double length = words.characters() * (0.5 + random.nextDouble());
      while (word.length() + 1 < length) {
        word.append(SYLLABLES[random.nextInt(SYLLABLES.length)]);
      }
      vocabulary[i] = word.isEmpty() ? "a" : word.toString();
    }
  }

  /** A text of this many characters, at least 0. */
  String generateText(long number, int characters) {
    SplittableRandom random = SeededRandom.createGenerator(number);
    StringBuilder text = new StringBuilder(characters + 24);
    while (text.length() < characters) {
      if (random.nextDouble() < digitWordShare) {
        appendWordWithDigits(random, text);
      } else {
        // the square of a uniform number: few words are frequent
        double draw = random.nextDouble();
        text.append(vocabulary[(int) (draw * draw * VOCABULARY)]);
      }
      text.append(random.nextDouble() < lineEndShare ? '\n' : ' ');
    }
    text.setLength(characters);
    return text.toString();
  }

  private static void appendWordWithDigits(SplittableRandom random, StringBuilder text) {
    switch (random.nextInt(6)) {
      case 0 -> text.append("0x").append(Long.toHexString(random.nextLong() >>> 16));
      case 1 -> text.append("src/part").append(random.nextInt(90)).append(".py");
      case 2 -> text.append("line ").append(random.nextInt(2_000));
      case 3 -> text.append("v1.").append(random.nextInt(30)).append('.').append(random.nextInt(9));
      default -> text.append(random.nextInt(100_000));
    }
  }
}
