package dev.eddyline.topology;

import dev.eddyline.metrics.DeadLetterReason;
import dev.eddyline.metrics.Metrics;
import java.util.Map;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One count and one log line for each record that becomes a dead letter, in place of Kafka's stack
 * traces.
 */
final class DeadLetterLog {

  private static final Logger LOG = LoggerFactory.getLogger(DeadLetterLog.class);

  private Metrics metrics;

  /** Counts in what Kafka Streams was given to hand over, if anything. */
  void configure(Map<String, ?> configs) {
    metrics = configs.get(Metrics.PROPERTY) instanceof Metrics given ? given : null;
  }

  void told(ErrorHandlerContext context, Exception reason, DeadLetterReason kind) {
    if (metrics != null) {
      metrics.deadLetter(context.topic(), kind);
    }
    LOG.atWarn()
        .addKeyValue("topic", context.topic())
        .addKeyValue("partition", context.partition())
        .addKeyValue("offset", context.offset())
        .addKeyValue("reason", LetterHeaders.reason(reason, kind))
        .log("record sent to the dead-letter topic");
    if (kind == DeadLetterReason.FAILED) {
      LOG.atDebug().setCause(reason).log("unexpected failure of a record");
    }
  }
}
