package dev.eddyline.detect;

import org.jspecify.annotations.Nullable;

/** Similarity measures of requests; each of the first three includes the ones before. */
public enum RequestMeasure implements RequestSimilarity {
  /** The same text. */
  EXACT {
    @Override
    public double similarity(Request one, Request other) {
      return one.exactHash() == other.exactHash() ? 1 : 0;
    }
  },
  /** The same text except for volatile parts. */
  NORMALIZED {
    @Override
    public double similarity(Request one, Request other) {
      return one.hashMatchKind(other) == null ? 0 : 1;
    }
  },
  /** The same content words, ignoring all other words. */
  LEXICAL {
    @Override
    public double similarity(Request one, Request other) {
      return one.hashMatchKind(other) == null
          ? Similarity.contentSimilarity(one.contentWords(), other.contentWords())
          : 1;
    }
  },
  /**
   * The same meaning. Words decide clear cases: different names, opposites or few common words mean
   * a different request; the same words mean the same request. The sentence model decides the rest.
   */
  MEANING {
    @Override
    public double similarity(Request one, Request other) {
      Double settled = byWords(one, other);
      if (settled != null) {
        return settled;
      }
      return one.vector().isPresent() && other.vector().isPresent()
          ? Math.max(0, one.vector().get().cosine(other.vector().get()))
          : 0;
    }

    @Override
    public boolean needsSentenceModel(Request one, Request other) {
      boolean known = one.vector().isPresent() && other.vector().isPresent();
      return !known
          && one.fitsSentenceModel()
          && other.fitsSentenceModel()
          && byWords(one, other) == null;
    }

    @Override
    public boolean usesSentenceModel() {
      return true;
    }

    /** Their similarity by words; null if words do not decide. */
    private @Nullable Double byWords(Request one, Request other) {
      if (one.hashMatchKind(other) != null) {
        return 1.0;
      }
      WordList.Overlap overlap = one.contentWords().with(other.contentWords());
      double share = Similarity.contentSimilarity(overlap);
      if (share > SAME_WORDS
          || share < MIN_SHARED_WORD_RATIO
          || !(one.fitsSentenceModel() && other.fitsSentenceModel())) {
        return share;
      }
      boolean differentThing =
          overlap.strange()
              || Antonyms.areOpposed(one.contentWords().words(), other.contentWords().words());
      return differentThing ? Double.valueOf(share) : null;
    }
  };

  /** Share of content words above which two requests are the same. */
  private static final double SAME_WORDS = 0.85;

  /** Share of content words below which two requests are different. */
  private static final double MIN_SHARED_WORD_RATIO = 0.2;
}
