package dev.eddyline.app;

import java.util.Optional;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;

/** The Kafka user lacks rights that Eddyline needs; {@code deploy/acls*.txt} list them all. */
public final class MissingRightException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The missing rights, and the failure that showed them, if any. */
  MissingRightException(String what, Throwable cause) {
    super(
        "the Kafka user is not allowed what Eddyline needs: %s; see deploy/acls.txt, and deploy/acls-gateway.txt for OTLP"
            .formatted(what),
        cause);
  }

  /**
   * The missing right that caused a failure, if any.
   *
   * @param group application.id, the prefix of the processor's groups, topics and transactional ids
   */
  static Optional<MissingRightException> findIn(Throwable failure, String group) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof AuthorizationException denied) {
        return Optional.of(
            new MissingRightException(describeMissingRight(denied, failure, group), failure));
      }
    }
    return Optional.empty();
  }

  private static String describeMissingRight(
      AuthorizationException denied, Throwable failure, String group) {
    if (denied instanceof GroupAuthorizationException detailed && detailed.groupId() != null) {
      return "Read on group " + detailed.groupId();
    }
    if (denied instanceof TransactionalIdAuthorizationException) {
      return "Write on transactional ids that begin with " + group + "-";
    }
    if (denied instanceof TopicAuthorizationException detailed
        && !detailed.unauthorizedTopics().isEmpty()) {
      return "Read or Write on topics " + String.join(", ", detailed.unauthorizedTopics());
    }
    return failure.getMessage();
  }
}
