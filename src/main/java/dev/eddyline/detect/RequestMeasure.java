package dev.eddyline.detect;

/** The measures of requests that need nothing but the texts; each takes what those before take. */
public enum RequestMeasure implements RequestSimilarity {
  /** The same text. */
  EXACT {
    @Override
    public double of(Request one, Request other) {
      return one.exact() == other.exact() ? 1 : 0;
    }
  },
  /** The same text but for volatile parts. */
  NORMALIZED {
    @Override
    public double of(Request one, Request other) {
      return one.agrees(other) == null ? 0 : 1;
    }
  },
  /** The same content words, whatever stands around them. */
  LEXICAL {
    @Override
    public double of(Request one, Request other) {
      return one.agrees(other) == null ? Similarity.content(one.content(), other.content()) : 1;
    }
  }
}
