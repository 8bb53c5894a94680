package dev.eddyline.cluster;

/** The cluster rejected an operation: authentication or authorization failed. */
public final class ClusterRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ClusterRefusedException(String what, String bootstrapServers, String remedy, Throwable cause) {
    super(
        "the Kafka cluster at %s refused to %s (%s): %s"
            .formatted(bootstrapServers, what, cause.getMessage(), remedy),
        cause);
  }
}
