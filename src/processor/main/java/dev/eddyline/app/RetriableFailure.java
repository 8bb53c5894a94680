package dev.eddyline.app;

import java.util.Optional;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.streams.errors.InvalidStateStoreException;

/**
 * A failure that ends a stream thread, while a replacement can continue from the last commit:
 *
 * <ul>
 *   <li>a time-out, a broker that is away: whatever Kafka calls retriable;
 *   <li>a transaction that the brokers ended while this processor was halted: they answer {@code
 *       INVALID_TXN_STATE} to one that still wants to commit it, which Kafka Streams 4.3 does not
 *       take for the fencing that it is;
 *   <li>a commit that timed out: the producer then accepts only the same call again, while Kafka
 *       Streams 4.3 begins with the one before it;
 *   <li>a store that Kafka Streams 4.3 finds closed when it resumes a task.
 * </ul>
 */
public final class RetriableFailure {

  private RetriableFailure() {}

  /** The retriable cause of a stream thread's exception, if any. */
  public static Optional<Throwable> findIn(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof RetriableException
          || cause instanceof InvalidTxnStateException
          || cause instanceof InvalidStateStoreException
          || isPendingCommit(cause)) {
        return Optional.of(cause);
      }
    }
    return Optional.empty();
  }

  /** The producer has no type of its own for it. */
  private static boolean isPendingCommit(Throwable cause) {
    return cause instanceof IllegalStateException
        && cause.getMessage() != null
        && cause.getMessage().endsWith("timed out and must be retried");
  }
}
