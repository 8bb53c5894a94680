package dev.eddyline.memory;

import dev.eddyline.detect.similarity.ContentText;
import dev.eddyline.detect.similarity.SentenceEncoder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.BooleanSupplier;

/**
 * Compares loops by content words and by meaning. Words are compared immediately. Meanings are
 * resolved on the reader thread: queried loops first, then stored loops, newest first. The first
 * query of a signature is compared by words; later queries use its resolved meaning.
 */
public final class MeaningSimilarity implements LoopSimilarity {

  /**
   * Minimum cosine of two similar texts. Results are only shown to people, so they may concern
   * another module or variable. Among labelled pairs, few unrelated ones reach it.
   */
  static final double MIN_SIMILAR_COSINE = 0.5;

  /** Maximum number of queried loops with a cached meaning. */
  static final int MAX_CACHED_QUERIES = 1_000;

  static final int MAX_PENDING_QUERIES = 100;

  /** Maximum stored loops that a query which blocks resolves; older ones are compared by words. */
  private static final int MAX_RESOLVED_LOOPS = 1_000;

  /** A loop's text with its words and its meaning. */
  private record WordsAndMeaning(ContentText words, LazyMeaning meaning) implements PreparedText {

    @Override
    public double similarityTo(PreparedText other) {
      return other instanceof WordsAndMeaning text
          ? Math.max(words.similarity(text.words), cosineToSimilarity(meaning.cosine(text.meaning)))
          : 0;
    }
  }

  private final SentenceEncoder model;
  private final int maxPendingLoops;
  private final boolean resolvesOnEachQuery;
  private final Deque<LazyMeaning> unresolvedLoopMeanings = new ArrayDeque<>();
  private final Queue<LazyMeaning> unresolvedQueryMeanings =
      new ArrayBlockingQueue<>(MAX_PENDING_QUERIES);
  private final Map<String, LazyMeaning> meaningByQueriedSignature =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, LazyMeaning> eldest) {
          return size() > MAX_CACHED_QUERIES;
        }
      };

  private MeaningSimilarity(SentenceEncoder model, int limit, boolean waits) {
    this.model = Objects.requireNonNull(model, "model");
    this.maxPendingLoops = limit;
    this.resolvesOnEachQuery = waits;
  }

  /** Similarity with a model that may have no answer; queries never wait for it. */
  public static MeaningSimilarity of(SentenceEncoder model) {
    return new MeaningSimilarity(model, LoopMemoryIndex.MAX_CASES, false);
  }

  /**
   * Similarity for a single thread that may block: each query resolves the meanings of as many
   * stored loops as are compared by meaning at most, newest first.
   */
  public static MeaningSimilarity resolvingOnEachQuery(SentenceEncoder model) {
    return resolvingOnEachQuery(model, MAX_RESOLVED_LOOPS);
  }

  static MeaningSimilarity resolvingOnEachQuery(SentenceEncoder model, int maxLoops) {
    return new MeaningSimilarity(model, maxLoops, true);
  }

  /** Maps a cosine to a similarity, so that both measures have the same threshold. */
  private static double cosineToSimilarity(double cosine) {
    double beyond = (cosine - MIN_SIMILAR_COSINE) / (1 - MIN_SIMILAR_COSINE);
    return cosine < MIN_SIMILAR_COSINE
        ? 0
        : WordSimilarity.SIMILARITY_THRESHOLD + beyond * (1 - WordSimilarity.SIMILARITY_THRESHOLD);
  }

  @Override
  public PreparedText prepareStoredLoopText(String loopText) {
    LazyMeaning meaning = new LazyMeaning(loopText);
    unresolvedLoopMeanings.addFirst(meaning);
    if (unresolvedLoopMeanings.size() > maxPendingLoops) {
      unresolvedLoopMeanings.removeLast();
    }
    return new WordsAndMeaning(ContentText.of(loopText), meaning);
  }

  @Override
  public PreparedText prepareQueriedLoopText(String signature, String loopText) {
    LazyMeaning meaning;
    synchronized (meaningByQueriedSignature) {
      meaning = meaningByQueriedSignature.get(signature);
      if (meaning == null) {
        meaning = new LazyMeaning(loopText);
        if (unresolvedQueryMeanings.offer(meaning)) {
          meaningByQueriedSignature.put(signature, meaning);
        }
      }
    }
    if (resolvesOnEachQuery) {
      resolvePendingMeanings(() -> true);
    }
    return new WordsAndMeaning(ContentText.of(loopText), meaning);
  }

  @Override
  public double similarityThreshold() {
    return WordSimilarity.SIMILARITY_THRESHOLD;
  }

  @Override
  public void resolvePendingMeanings(BooleanSupplier hasTime) {
    do {
      LazyMeaning next = unresolvedQueryMeanings.poll();
      if (next == null) {
        next = unresolvedLoopMeanings.pollFirst();
      }
      if (next == null) {
        return;
      }
      next.resolveWithModel(model);
    } while (hasTime.getAsBoolean());
  }
}
