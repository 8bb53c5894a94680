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
 * Loops are alike whose texts have most of their content words in common, or mean about the same.
 * Words are compared at once. Meanings are found out by and by on the thread that reads: of loops
 * that were asked about before all others, then of those that are remembered, the newest first. A
 * loop that is asked about for the first time is compared by its words; the next question about a
 * loop of its signature finds the meaning of the first.
 */
public final class MeaningLikeness implements LoopLikeness {

  /**
   * Cosine from where on two texts are alike: what is only shown to a person may be of another
   * module or variable. So chosen that among labelled pairs few are shown that have nothing in
   * common.
   */
  static final double LEAST_COSINE = 0.5;

  /** Loops that were asked about whose meaning is remembered. */
  static final int MOST_ASKED = 1_000;

  static final int MOST_QUESTIONS = 100;
  private static final Duration FOR_ALL = Duration.ofDays(1);

  /** What looped, in words and in meaning. */
  private record Text(ContentText words, Meaning meaning) implements Ready {

    @Override
    public double like(Ready other) {
      return other instanceof Text text
          ? Math.max(words.like(text.words), alike(meaning.cosine(text.meaning)))
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

  /** By a model, which may have nothing to say of a text; no question waits for it. */
  public static MeaningLikeness of(Function<String, Optional<SentenceVector>> model) {
    return new MeaningLikeness(model, MemoryBook.MOST_CASES, false);
  }

  /**
   * The same for one thread that may wait: with the question all meanings are found out.
   *
   * @param most remembered loops that are compared by their meaning, the newest
   */
  public static MeaningLikeness waiting(
      Function<String, Optional<SentenceVector>> model, int most) {
    return new MeaningLikeness(model, most, true);
  }

  /** A cosine as a likeness: both measures call two texts similar from the same number on. */
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
