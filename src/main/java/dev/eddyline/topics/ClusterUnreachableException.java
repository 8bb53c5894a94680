package dev.eddyline.topics;

import java.time.Duration;

/** No broker answered at the bootstrap address within the limit. */
public final class ClusterUnreachableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The cluster could not be used for this reason. */
  public ClusterUnreachableException(String reason, Throwable cause) {
    super(reason, cause);
  }

  ClusterUnreachableException(String bootstrapServers, Duration limit, Throwable cause) {
    super(
        "no Kafka broker answered at %s within %.1f s (%s): start the cluster or correct bootstrap.servers"
            .formatted(bootstrapServers, limit.toMillis() / 1000.0, cause.getMessage()),
        cause);
  }
}
