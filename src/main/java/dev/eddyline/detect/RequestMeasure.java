package dev.eddyline.detect;

import org.jspecify.annotations.Nullable;

/** Similarity measures of requests; each of the first three includes the ones before. */
public enum RequestMeasure implements RequestSimilarity {
  /** The same text. */
  EXACT {
    @Override
    public double of(Request one, Request other) {
      return one.exact() == other.exact() ? 1 : 0;
    }
  },
  /** The same text except for volatile parts. */
  NORMALIZED {
    @Override
    public double of(Request one, Request other) {
      return one.agrees(other) == null ? 0 : 1;
    }
  },
  /** The same content words, ignoring all other words. */
  LEXICAL {
    @Override
    public double of(Request one, Request other) {
      return one.agrees(other) == null ? Similarity.content(one.content(), other.content()) : 1;
    }
  },
  /**
   * The same meaning. Words decide clear cases: different names, opposites or few common words mean
   * a different request; the same words mean the same request. The sentence model decides the rest.
   */
  MEANING {
    @Override
    public double of(Request one, Request other) {
      Double settled = byWords(one, other);
      if (settled != null) {
        return settled;
      }
      return one.vector().isPresent() && other.vector().isPresent()
          ? Math.max(0, one.vector().get().cosine(other.vector().get()))
          : 0;
    }

    @Override
    public boolean leavesOpen(Request one, Request other) {
      boolean known = one.vector().isPresent() && other.vector().isPresent();
      return !known && one.fits() && other.fits() && byWords(one, other) == null;
    }

    @Override
    public boolean asksForMeaning() {
      return true;
    }

    /** Their similarity by words; null if words do not decide. */
    private @Nullable Double byWords(Request one, Request other) {
      if (one.agrees(other) != null) {
        return 1.0;
      }
      WordList.Overlap overlap = one.content().with(other.content());
      double share = Similarity.content(overlap);
      if (share > SAME_WORDS || share < FEW_WORDS || !(one.fits() && other.fits())) {
        return share;
      }
      boolean otherThing =
          overlap.strange() || Contrasts.between(one.content().words(), other.content().words());
      return otherThing ? Double.valueOf(share) : null;
    }
  };

  /** Share of content words above which two requests are the same. */
  private static final double SAME_WORDS = 0.85;

  /** Share of content words below which two requests are different. */
  private static final double FEW_WORDS = 0.2;
}
