package dev.eddyline.cluster;

import java.time.Duration;

/** Thrown when no broker responds at the bootstrap address within the limit. */
public final class ClusterUnreachableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with the reason. */
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
