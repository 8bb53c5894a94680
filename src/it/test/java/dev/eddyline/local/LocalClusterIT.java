package dev.eddyline.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag(TestTags.SERVERS)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LocalClusterIT {

  private static final String TOPIC = "copied";

  @Test
  void committedDataSurvivesKillOfTwoBrokers() throws Exception {
    // Given
    try (LocalCluster cluster = LocalCluster.start(3)) {
      Map<String, Object> config = Map.of("bootstrap.servers", cluster.bootstrapServers());
      try (Admin admin = Admin.create(config)) {
        admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) -1))).all().get();
        // the queried broker may not know it yet
        await()
            .ignoreExceptions()
            .untilAsserted(
                () -> {
                  var copies = admin.describeTopics(List.of(TOPIC)).allTopicNames().get();
                  assertThat(copies.get(TOPIC).partitions().get(0).replicas()).hasSize(3);
                });
      }
      commit(config, "before");

      // When
      cluster.bounce(Set.of(0, 1), Duration.ofSeconds(1));

      // Then
      commit(config, "after");
      assertThat(cluster.size()).isEqualTo(3);
      assertThat(committed(cluster.bootstrapServers())).isEqualTo(List.of("before", "after"));
    }
  }

  private static void commit(Map<String, Object> config, String value) {
    Map<String, Object> transactional = new HashMap<>(config);
    transactional.put("transactional.id", "writer");
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(transactional, new StringSerializer(), new StringSerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(TOPIC, value));
      producer.commitTransaction();
    }
  }

  private static List<String> committed(String bootstrap) {
    Map<String, Object> config =
        Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed");
    List<String> values = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
      List<TopicPartition> all = List.of(new TopicPartition(TOPIC, 0));
      consumer.assign(all);
      consumer.seekToBeginning(all);
      while (values.size() < 2) {
        consumer.poll(Duration.ofSeconds(1)).forEach(record -> values.add(record.value()));
      }
    }
    return values;
  }
}
