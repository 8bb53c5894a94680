package dev.eddyline.notifier;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Dead-letters notifications: the change as it was, with target and reason in its headers. */
final class UndeliveredPublisher {

  /** Prefix of the header names, as Kafka Streams uses it for all dead letters. */
  private static final String PREFIX = "__streams.errors.";

  private final Producer<String, byte[]> producer;
  private final String topic;
  private final NotifierTarget target;

  UndeliveredPublisher(Producer<String, byte[]> producer, String topic, NotifierTarget target) {
    this.producer = producer;
    this.topic = topic;
    this.target = target;
  }

  /** Publishes a delivery; completes once Kafka has it, exceptionally otherwise. */
  CompletableFuture<Void> publish(Delivery delivery, Answer answer) {
    String reason =
        "%s after %d attempts in %d s"
            .formatted(answer.summary(), delivery.attempts(), delivery.age().toSeconds());
    return send(deadLetter(delivery.record(), delivery.gateId(), reason));
  }

  /**
   * Publishes a change that cannot be decoded; completes once Kafka has it, exceptionally
   * otherwise.
   */
  CompletableFuture<Void> publishUnreadable(ConsumerRecord<String, byte[]> change, String reason) {
    return send(deadLetter(change, change.key(), reason));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback has the result
  private CompletableFuture<Void> send(ProducerRecord<String, byte[]> letter) {
    CompletableFuture<Void> acknowledged = new CompletableFuture<>();
    try {
      producer.send(
          letter,
          (metadata, failed) -> {
            if (failed == null) {
              acknowledged.complete(null);
            } else {
              acknowledged.completeExceptionally(failed);
            }
          });
    } catch (RuntimeException failed) {
      acknowledged.completeExceptionally(failed);
    }
    return acknowledged;
  }

  private ProducerRecord<String, byte[]> deadLetter(
      ConsumerRecord<String, byte[]> change, String key, String reason) {
    ProducerRecord<String, byte[]> letter =
        new ProducerRecord<>(topic, null, key, change.value(), change.headers());
    add(letter, "topic", change.topic());
    add(letter, "partition", Integer.toString(change.partition()));
    add(letter, "offset", Long.toString(change.offset()));
    add(letter, "message", "target %s: %s".formatted(target.name(), reason));
    letter.headers().add("eddyline.target", target.name().getBytes(StandardCharsets.UTF_8));
    return letter;
  }

  private static void add(ProducerRecord<String, byte[]> letter, String name, String value) {
    letter.headers().add(PREFIX + name, value.getBytes(StandardCharsets.UTF_8));
  }
}
