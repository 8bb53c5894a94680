package dev.eddyline.topology;

import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One log line for each record that becomes a dead letter, in place of Kafka's stack traces. */
final class DeadLetterLog {

  private static final Logger LOG = LoggerFactory.getLogger(DeadLetterLog.class);

  private DeadLetterLog() {}

  static void told(ErrorHandlerContext context, Exception reason) {
    LOG.atWarn()
        .addKeyValue("topic", context.topic())
        .addKeyValue("partition", context.partition())
        .addKeyValue("offset", context.offset())
        .addKeyValue("reason", reason.getMessage())
        .log("record sent to the dead-letter topic");
  }
}
