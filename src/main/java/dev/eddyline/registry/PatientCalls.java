package dev.eddyline.registry;

import dev.eddyline.work.Backoff;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls to the registry that are repeated until it answers, {@link #close()} is called, the caller
 * is interrupted or patience ends.
 *
 * <p>Each try runs in a daemon thread of its own, because a blocked socket cannot be interrupted:
 * the caller leaves at once, and the thread ends with the client's time-out.
 */
final class PatientCalls implements AutoCloseable {

  /** A try that got no usable answer; the message says why. */
  static final class Unanswered extends Exception {

    private static final long serialVersionUID = 1L;

    Unanswered(String reason) {
      super(reason);
    }
  }

  private final String registry;
  private final Availability availability;
  private final Optional<Duration> patience;
  private final CompletableFuture<Void> closed = new CompletableFuture<>();

  /**
   * Calls to a registry.
   *
   * @param patience time after which a call is not repeated any more; empty: it always is
   */
  PatientCalls(String registry, AvailabilityListener listener, Optional<Duration> patience) {
    this.registry = registry;
    this.patience = patience;
    this.availability = new Availability(registry, listener);
  }

  /**
   * The call's answer. {@link Unanswered} makes it be tried again; any runtime exception is an
   * answer too and is thrown.
   *
   * @throws RegistryUnavailableException when it is given up
   */
  <T> T untilAnswered(Callable<T> call) {
    Backoff backoff = new Backoff(ThreadLocalRandom.current());
    String reason = "not asked yet";
    long begun = System.nanoTime();
    try {
      while (!closed.isDone()) {
        CompletableFuture<T> answer = start(call);
        try {
          CompletableFuture.anyOf(answer, closed).get();
          if (answer.isDone()) {
            T result = answer.get();
            availability.up();
            return result;
          }
        } catch (ExecutionException e) {
          reason = reasonToRetry(e.getCause());
          availability.down(reason);
          endPatience(begun, reason);
          pause(backoff.nextMillis());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RegistryUnavailableException(
          "interrupted while waiting for schema registry " + registry + " (" + reason + ")");
    }
    throw new RegistryUnavailableException(
        "schema registry client of " + registry + " was closed (" + reason + ")");
  }

  private void endPatience(long begun, String reason) {
    if (patience.isPresent() && System.nanoTime() - begun > patience.get().toNanos()) {
      throw new RegistryUnavailableException(
          "no usable answer of the schema registry at %s within %d s (%s): start it or correct schema.registry.url"
              .formatted(registry, patience.get().toSeconds(), reason));
    }
  }

  private static <T> CompletableFuture<T> start(Callable<T> call) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                answer.complete(call.call());
              } catch (Throwable t) {
                answer.completeExceptionally(t);
              }
            },
            "schema-registry-call");
    thread.setDaemon(true);
    thread.start();
    return answer;
  }

  private String reasonToRetry(Throwable cause) {
    if (cause instanceof Unanswered unanswered) {
      return unanswered.getMessage();
    }
    if (cause instanceof RuntimeException answer) {
      availability.up();
      throw answer;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    throw new IllegalStateException("a registry call threw what it must not throw", cause);
  }

  private void pause(long millis) throws InterruptedException {
    try {
      closed.get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // the pause is over and nobody closed: try again
    } catch (ExecutionException e) {
      throw new IllegalStateException("closing never fails", e);
    }
  }

  @Override
  public void close() {
    closed.complete(null);
  }
}
