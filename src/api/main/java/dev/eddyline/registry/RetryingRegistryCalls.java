package dev.eddyline.registry;

import dev.eddyline.work.RetryBackoff;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Retries calls to the registry until they succeed, {@link #close()} is called, the caller is
 * interrupted or the timeout expires.
 *
 * <p>Each attempt runs in a daemon thread of its own, because a blocked socket cannot be
 * interrupted: the caller returns at once, and the thread ends with the client's timeout.
 */
final class RetryingRegistryCalls implements AutoCloseable {

  /** An attempt without a usable response; the message says why. */
  static final class RetryableCallException extends Exception {

    private static final long serialVersionUID = 1L;

    RetryableCallException(String reason) {
      super(reason);
    }
  }

  private final String registry;
  private final RegistryAvailability availability;
  private final Optional<Duration> retryTimeout;
  private final CompletableFuture<Void> closed = new CompletableFuture<>();

  /**
   * Creates retrying calls to a registry.
   *
   * @param timeout time after which a call is not retried; empty for no limit
   */
  RetryingRegistryCalls(
      String registry, AvailabilityListener listener, Optional<Duration> timeout) {
    this.registry = registry;
    this.retryTimeout = timeout;
    this.availability = new RegistryAvailability(registry, listener, System::nanoTime);
  }

  /**
   * The result of the call. {@link RetryableCallException} causes a retry; any runtime exception is
   * final and thrown.
   *
   * @throws RegistryUnavailableException when the call is abandoned
   */
  <T> T callWithRetry(Callable<T> call) {
    RetryBackoff backoff = new RetryBackoff(ThreadLocalRandom.current());
    String reason = "no response yet";
    long startNanos = System.nanoTime();
    try {
      while (!closed.isDone()) {
        CompletableFuture<T> answer = startCallOnNewThread(call);
        try {
          CompletableFuture.anyOf(answer, closed).get();
          if (answer.isDone()) {
            T result = answer.get();
            availability.markAvailable();
            return result;
          }
        } catch (ExecutionException e) {
          reason = reasonToRetry(e.getCause());
          availability.markUnavailable(reason);
          throwIfTimedOut(startNanos, reason);
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

  private void throwIfTimedOut(long startNanos, String reason) {
    if (retryTimeout.isPresent() && System.nanoTime() - startNanos > retryTimeout.get().toNanos()) {
      throw new RegistryUnavailableException(
          "no usable response of the schema registry at %s within %d s (%s): start it or correct schema.registry.url"
              .formatted(registry, retryTimeout.get().toSeconds(), reason));
    }
  }

  private static <T> CompletableFuture<T> startCallOnNewThread(Callable<T> call) {
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
    if (cause instanceof RetryableCallException retryable) {
      return retryable.getMessage();
    }
    if (cause instanceof RuntimeException answer) {
      availability.markAvailable();
      throw answer;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    throw new IllegalStateException("unexpected exception from the registry client", cause);
  }

  private void pause(long millis) throws InterruptedException {
    try {
      closed.get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // not closed during the pause: retry
    } catch (ExecutionException e) {
      throw new IllegalStateException("closing never fails", e);
    }
  }

  @Override
  public void close() {
    closed.complete(null);
  }
}
