package dev.eddyline.topology;

import dev.eddyline.metrics.DeadLetterReason;
import dev.eddyline.metrics.Metrics;
import java.util.Map;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts and logs each dead-lettered record, in place of Kafka's stack traces. */
final class DeadLetterLog {

  private static final Logger LOG = LoggerFactory.getLogger(DeadLetterLog.class);

  private Metrics metrics;

  /** Takes the metrics from Kafka's configuration, if present. */
  void configure(Map<String, ?> configs) {
    metrics = configs.get(Metrics.PROPERTY) instanceof Metrics configured ? configured : null;
  }

  void logDeadLetter(ErrorHandlerContext context, Exception reason, DeadLetterReason kind) {
    if (metrics != null) {
      metrics.countDeadLetteredRecord(context.topic(), kind);
    }
    LOG.atWarn()
        .addKeyValue("topic", context.topic())
        .addKeyValue("partition", context.partition())
        .addKeyValue("offset", context.offset())
        .addKeyValue("reason", DeadLetterHeaders.safeReason(reason, kind))
        .log("dead-lettered record");
    if (kind == DeadLetterReason.FAILED) {
      LOG.atDebug().setCause(reason).log("record failed unexpectedly");
    }
  }
}
