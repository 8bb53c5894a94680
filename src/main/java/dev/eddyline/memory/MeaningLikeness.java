package dev.eddyline.memory;

import dev.eddyline.detect.ContentText;
import dev.eddyline.detect.SentenceVector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Function;

/**
 * Compares loops by content words and by meaning. Words are compared immediately. Meanings are
 * resolved on the reader thread: queried loops first, then stored loops, newest first. The first
 * query of a signature is compared by words; later queries use its resolved meaning.
 */
public final class MeaningLikeness implements LoopLikeness {

  /**
   * Minimum cosine of two similar texts. Results are only shown to people, so they may concern
   * another module or variable. Among labelled pairs, few unrelated ones reach it.
   */
  static final double LEAST_COSINE = 0.5;

  /** Maximum number of queried loops with a cached meaning. */
  static final int MOST_ASKED = 1_000;

  static final int MOST_QUESTIONS = 100;
  private static final Duration FOR_ALL = Duration.ofDays(1);

  /** A loop's text with its words and its meaning. */
  private record Text(ContentText words, Meaning meaning) implements Ready {

    @Override
    public double like(Ready other) {
      return other instanceof Text text
          ? Math.max(words.similarity(text.words), alike(meaning.cosine(text.meaning)))
          : 0;
    }
  }

  private final Function<String, Optional<SentenceVector>> model;
  private final int most;
  private final boolean waits;
  private final Deque<Meaning> remembered = new ArrayDeque<>();
  private final Queue<Meaning> questions = new ArrayBlockingQueue<>(MOST_QUESTIONS);
  private final Map<String, Meaning> asked =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Meaning> eldest) {
          return size() > MOST_ASKED;
        }
      };

  private MeaningLikeness(
      Function<String, Optional<SentenceVector>> model, int most, boolean waits) {
    this.model = Objects.requireNonNull(model, "model");
    this.most = most;
    this.waits = waits;
  }

  /** Similarity with a model that may have no answer; queries never wait for it. */
  public static MeaningLikeness of(Function<String, Optional<SentenceVector>> model) {
    return new MeaningLikeness(model, MemoryBook.MOST_CASES, false);
  }

  /**
   * Similarity for a single thread that may block: each query resolves all meanings.
   *
   * @param most maximum number of stored loops that are compared by meaning, newest first
   */
  public static MeaningLikeness waiting(
      Function<String, Optional<SentenceVector>> model, int most) {
    return new MeaningLikeness(model, most, true);
  }

  /** Maps a cosine to a similarity, so that both measures have the same threshold. */
  private static double alike(double cosine) {
    double beyond = (cosine - LEAST_COSINE) / (1 - LEAST_COSINE);
    return cosine < LEAST_COSINE ? 0 : WordLikeness.LEAST + beyond * (1 - WordLikeness.LEAST);
  }

  @Override
  public Ready ready(String what) {
    Meaning meaning = new Meaning(what);
    remembered.addFirst(meaning);
    if (remembered.size() > most) {
      remembered.removeLast();
    }
    return new Text(ContentText.of(what), meaning);
  }

  @Override
  public Ready asked(String signature, String what) {
    Meaning meaning;
    synchronized (asked) {
      meaning = asked.get(signature);
      if (meaning == null) {
        meaning = new Meaning(what);
        if (questions.offer(meaning)) {
          asked.put(signature, meaning);
        }
      }
    }
    if (waits) {
      findOut(FOR_ALL);
    }
    return new Text(ContentText.of(what), meaning);
  }

  @Override
  public double least() {
    return WordLikeness.LEAST;
  }

  @Override
  public void findOut(Duration most) {
    long begun = System.nanoTime();
    do {
      Meaning next = questions.poll();
      if (next == null) {
        next = remembered.pollFirst();
      }
      if (next == null) {
        return;
      }
      next.findOut(model);
    } while (System.nanoTime() - begun < most.toNanos());
  }
}
