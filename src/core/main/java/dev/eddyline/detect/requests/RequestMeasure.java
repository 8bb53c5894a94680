package dev.eddyline.detect.requests;

import dev.eddyline.detect.similarity.Similarity;
import dev.eddyline.detect.similarity.WordList;
import dev.eddyline.language.Contrasts;
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
   * a different request; the same words mean the same request. The sentence model decides the rest
   * of the English ones.
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
      WordList words = one.contentWords();
      WordList others = other.contentWords();
      WordList.Overlap overlap = words.with(others);
      double share = Similarity.contentSimilarity(overlap);
      double different = Math.min(share, Similarity.MAX_DIFFERENT_REQUEST_SIMILARITY);
      if (overlap.strange()
          || share < MIN_SHARED_WORD_RATIO
          || Contrasts.areOpposed(words.words(), others.words())) {
        return different;
      }
      boolean isLong = !(one.fitsSentenceModel() && other.fitsSentenceModel());
      if (isLong
          && overlap.share() >= LONG_SHARE
          && Contrasts.areEqual(words.words(), others.words())) {
        return overlap.share();
      }
      if (overlap.replaced() > 0 && words.hasFrameOf(others)) {
        return different;
      }
      boolean unequal = Contrasts.areUnequal(words.words(), others.words());
      if (share > SAME_WORDS && !unequal) {
        return share;
      }
      if (!isLong && words.isEnglish() && others.isEnglish()) {
        return null;
      }
      boolean reworded =
          share >= REWORDED
              && overlap.shared() >= MIN_SHARED
              && !unequal
              && !words.sharesFrameWith(others);
      return reworded ? Double.valueOf(REWORDED_SIMILARITY) : Double.valueOf(different);
    }
  };

  /** Share of content words above which two requests are the same. */
  private static final double SAME_WORDS = 0.85;

  /**
   * Share of content words from which requests of more than 500 bytes are the same: one other word
   * of so many changes no job.
   */
  private static final double LONG_SHARE = 0.93;

  /** Share of content words from which requests in different frames are the same. */
  private static final double REWORDED = 0.5;

  /** Number of common content words that such requests must have. */
  private static final int MIN_SHARED = 4;

  /** The similarity of such requests. */
  private static final double REWORDED_SIMILARITY = 0.9;

  /** Share of content words below which two requests are different. */
  private static final double MIN_SHARED_WORD_RATIO = 0.2;
}
