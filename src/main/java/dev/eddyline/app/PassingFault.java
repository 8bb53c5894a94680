package dev.eddyline.app;

import java.util.Optional;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.streams.errors.InvalidStateStoreException;

/**
 * What ends a stream thread without standing in the way of another one in its place, which begins
 * at what was committed last:
 *
 * <ul>
 *   <li>a time-out, a broker that is away: whatever Kafka calls retriable;
 *   <li>a transaction that the brokers ended while this processor was halted: they answer {@code
 *       INVALID_TXN_STATE} to one that still wants to commit it, which Kafka Streams 4.3 does not
 *       take for the fencing that it is;
 *   <li>a store that Kafka Streams 4.3 finds closed when it takes up a task once more.
 * </ul>
 */
final class PassingFault {

  private PassingFault() {}

  /** The passing fault that is behind what a stream thread threw, if one is. */
  static Optional<Throwable> behind(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof RetriableException
          || cause instanceof InvalidTxnStateException
          || cause instanceof InvalidStateStoreException) {
        return Optional.of(cause);
      }
    }
    return Optional.empty();
  }
}
