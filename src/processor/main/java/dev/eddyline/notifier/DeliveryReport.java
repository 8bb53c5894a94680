package dev.eddyline.notifier;

import dev.eddyline.metrics.NotifierMetrics;
import dev.eddyline.metrics.NotifierMetrics.Outcome;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.schema.GateTrigger;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** Logs and counts the deliveries to a target. */
final class DeliveryReport implements DeliveryListener {

  private static final Logger LOG = LoggerFactory.getLogger(DeliveryReport.class);

  private final NotifierTarget target;
  private final NotifierMetrics metrics;

  DeliveryReport(NotifierTarget target, NotifierMetrics metrics) {
    this.target = target;
    this.metrics = metrics;
  }

  @Override
  public void onDelivered(Delivery delivery) {
    metrics.count(target.name(), Outcome.DELIVERED);
    GateTrigger change = delivery.notification().change();
    metrics.recordAge(target.name(), Duration.between(change.getDecidedAt(), Instant.now()));
    log(LOG.atInfo(), delivery).log("notification delivered");
  }

  @Override
  public void onFailed(Delivery delivery, Answer answer, Duration pause) {
    metrics.count(target.name(), Outcome.FAILED);
    log(LOG.atWarn(), delivery)
        .addKeyValue("reason", answer.summary())
        .addKeyValue("retry_ms", pause.toMillis())
        .log("notification not delivered: will be repeated");
  }

  @Override
  public void onGivenUp(Delivery delivery, Answer answer) {
    metrics.count(target.name(), Outcome.DEAD_LETTERED);
    log(LOG.atError(), delivery)
        .addKeyValue("reason", answer.summary())
        .log("notification dead-lettered");
  }

  private LoggingEventBuilder log(LoggingEventBuilder line, Delivery delivery) {
    GateTrigger change = delivery.notification().change();
    return line.addKeyValue("target", target.name())
        .addKeyValue("gate_id", change.getGateId())
        .addKeyValue("state", OutputJson.word(change.getState()))
        .addKeyValue("webhook_id", change.getTriggerId())
        .addKeyValue("attempts", delivery.attempts());
  }
}
