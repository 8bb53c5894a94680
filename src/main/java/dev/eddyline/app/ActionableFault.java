package dev.eddyline.app;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import java.util.Optional;
import org.apache.kafka.clients.consumer.InvalidOffsetException;

/** Finds the cause of a failure that a person can act on. */
final class ActionableFault {

  private ActionableFault() {}

  /** The actionable cause, or the failure itself. */
  static Throwable of(Throwable thrown, Settings settings) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidOffsetException found) {
        // Kafka Streams would advise the silent reset that auto.offset.reset=none is to prevent
        return new LostRecordsException(found);
      }
      if (cause instanceof InvalidSettingException) {
        return cause;
      }
    }
    Optional<MissingRightException> right =
        MissingRightException.behind(thrown, settings.get(Setting.APPLICATION_ID));
    if (right.isPresent()) {
      return right.get();
    }
    Optional<FullDiskException> disk =
        FullDiskException.behind(thrown, settings.get(Setting.STATE_DIR));
    return disk.isPresent() ? disk.get() : thrown;
  }
}
