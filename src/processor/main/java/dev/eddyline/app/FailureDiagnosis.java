package dev.eddyline.app;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import java.util.Optional;
import org.apache.kafka.clients.consumer.InvalidOffsetException;

/** Finds the cause of a failure that a person can act on. */
public final class FailureDiagnosis {

  private FailureDiagnosis() {}

  /**
   * The actionable cause, or the failure itself.
   *
   * @param applicationId application.id of the topology that failed
   */
  public static Throwable findActionableCause(
      Throwable thrown, String applicationId, Settings settings) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidOffsetException found) {
        // Kafka Streams would advise the silent reset that auto.offset.reset=none is to prevent
        return new LostRecordsException(found);
      }
      if (cause instanceof InvalidSettingException) {
        return cause;
      }
    }
    Optional<MissingRightException> missingRight =
        MissingRightException.findIn(thrown, applicationId);
    if (missingRight.isPresent()) {
      return missingRight.get();
    }
    Optional<FullDiskException> fullDisk =
        FullDiskException.findIn(thrown, settings.get(Setting.STATE_DIR));
    return fullDisk.isPresent() ? fullDisk.get() : thrown;
  }
}
