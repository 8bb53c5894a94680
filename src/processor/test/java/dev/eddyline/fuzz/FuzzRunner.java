package dev.eddyline.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Plays inputs to a target, each drawn from the seed and its own number, so that one can be played
 * again alone. An input fails when something undocumented comes out, when reading it allocates more
 * than its size explains, and when it takes longer than any input may.
 *
 * @param <I> an input
 */
final class FuzzRunner<I> {

  /** Processor time that an input may take, which a busy machine does not stretch. */
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private static final long LOOK_AGAIN_MS = 500;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Number of inputs, and of accepted ones. */
  record Outcome(long inputs, long acceptedInputCount) {}

  private final FuzzTarget<I> target;
  private final long seed;
  private volatile long current;
  private volatile long acceptedInputCount;
  private volatile Throwable inputFailure;

  private FuzzRunner(FuzzTarget<I> target, long seed) {
    this.target = target;
    this.seed = seed;
  }

  /** Plays the inputs from this number on; AssertionError for the first one that fails. */
  static <I> Outcome run(FuzzTarget<I> target, long seed, long first, long count) {
    return new FuzzRunner<>(target, seed).run(first, count);
  }

  private Outcome run(long first, long count) {
    current = first;
    Thread worker = new Thread(() -> runInputs(first, count), "fuzzing");
    worker.setDaemon(true);
    worker.start();
    watch(worker);
    if (inputFailure != null) {
      throw failureOfCurrentInput(described(inputFailure), inputFailure);
    }
    return new Outcome(count, acceptedInputCount);
  }

  private void runInputs(long first, long count) {
    try {
      for (long number = first; number < first + count; number++) {
        current = number;
        I input = target.draw(randomForInput(number));
        long before = THREADS.getCurrentThreadAllocatedBytes();
        boolean isAccepted = target.acceptsInput(input);
        long cost = THREADS.getCurrentThreadAllocatedBytes() - before;
        if (cost > target.maxAllocatedBytes(target.size(input))) {
          throw new AssertionError("allocated %,d bytes".formatted(cost));
        }
        acceptedInputCount = acceptedInputCount + (isAccepted ? 1 : 0);
      }
    } catch (Throwable undocumented) {
      inputFailure = undocumented;
    }
  }

  /** Returns when the worker has ended; AssertionError when it stays with one input. */
  private void watch(Thread worker) {
    try {
      long input = -1;
      long begun = 0;
      while (worker.isAlive()) {
        long now = THREADS.getThreadCpuTime(worker.getId());
        if (input != current) {
          input = current;
          begun = now;
        } else if (now - begun > LONGEST.toNanos()) {
          AssertionError hang = failureOfCurrentInput("was not read within " + LONGEST, null);
          hang.setStackTrace(worker.getStackTrace());
          throw hang;
        }
        worker.join(LOOK_AGAIN_MS);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while inputs were played", interrupted);
    }
  }

  private SplittableRandom randomForInput(long number) {
    return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number);
  }

  private AssertionError failureOfCurrentInput(String what, Throwable cause) {
    I input = target.draw(randomForInput(current));
    String shown = target.describeInput(input);
    return new AssertionError(
        "input %d of seed %d (size %d) %s: %s"
            .formatted(
                current,
                seed,
                target.size(input),
                what,
                shown.substring(0, Math.min(shown.length(), 4_000))),
        cause);
  }

  private static String described(Throwable thrown) {
    String text = String.valueOf(thrown);
    return text.substring(0, Math.min(text.length(), 600));
  }
}
