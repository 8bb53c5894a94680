package dev.eddyline.chaos;

import dev.eddyline.topics.TopicCatalogue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.TopicPartition;

/** Describes the open transactions of partitions, one line each. */
final class OpenTransactions {

  private OpenTransactions() {}

  /** Describes all partitions of these topics; one line says so when brokers know of none. */
  static List<String> describeAll(String bootstrap, TopicCatalogue topics) {
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap))) {
      List<TopicPartition> partitions = new ArrayList<>();
      admin
          .describeTopics(topics.all().stream().map(topic -> topic.name()).toList())
          .allTopicNames()
          .get()
          .forEach(
              (name, topic) ->
                  topic
                      .partitions()
                      .forEach(it -> partitions.add(new TopicPartition(name, it.partition()))));
      var transactions = admin.listTransactions().all().get();
      List<String> lines = new ArrayList<>();
      admin
          .describeProducers(partitions)
          .all()
          .get()
          .forEach(
              (partition, states) ->
                  states.activeProducers().stream()
                      .filter(it -> it.currentTransactionStartOffset().isPresent())
                      .forEach(it -> lines.add(describeTransaction(partition, it, transactions))));
      return lines.isEmpty()
          ? List.of("a transaction remains open, which is unknown to the brokers")
          : lines;
    } catch (ExecutionException failed) {
      return List.of("a transaction remains open; cannot list it: " + failed);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while listing open transactions", e);
    }
  }

  private static String describeTransaction(
      TopicPartition partition, ProducerState producer, Iterable<TransactionListing> transactions) {
    String coordinator = "unknown to its coordinator";
    for (TransactionListing listing : transactions) {
      if (listing.producerId() == producer.producerId()) {
        coordinator = "%s, %s".formatted(listing.transactionalId(), listing.state());
      }
    }
    return "a transaction remains open on %s from offset %d: producer %d, epoch %d (%s)"
        .formatted(
            partition,
            producer.currentTransactionStartOffset().getAsLong(),
            producer.producerId(),
            producer.producerEpoch(),
            coordinator);
  }
}
