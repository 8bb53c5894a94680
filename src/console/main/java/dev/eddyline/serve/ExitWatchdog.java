package dev.eddyline.serve;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends a process that has failed, even where closing its parts hangs. */
final class ExitWatchdog {

  /** How long the parts of a failed process may take to close. */
  static final Duration CLOSE_LIMIT = Duration.ofSeconds(60);

  private static final Logger LOG = LoggerFactory.getLogger(ExitWatchdog.class);

  private final Function<Duration, Executor> executorAfter;
  private final IntConsumer halt;

  /** Watches this process. */
  ExitWatchdog() {
    this(ExitWatchdog::delayedExecutor, Runtime.getRuntime()::halt);
  }

  /**
   * Watches a process.
   *
   * @param executorAfter an executor that starts its work after a time
   * @param halt ends the process with an exit code, without any further work
   */
  ExitWatchdog(Function<Duration, Executor> executorAfter, IntConsumer halt) {
    this.executorAfter = executorAfter;
    this.halt = halt;
  }

  private static Executor delayedExecutor(Duration delay) {
    return CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Halts the process with this exit code, unless it has ended within {@link #CLOSE_LIMIT}. */
  void start(int exitCode) {
    executorAfter
        .apply(CLOSE_LIMIT)
        .execute(
            () -> {
              LOG.atError()
                  .addKeyValue("exit_code", exitCode)
                  .addKeyValue("waited_s", CLOSE_LIMIT.toSeconds())
                  .log("process halted: a part of the failed processor did not close");
              halt.accept(exitCode);
            });
  }
}
