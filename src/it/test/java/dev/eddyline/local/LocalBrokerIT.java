package dev.eddyline.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.eddyline.TestTags;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag(TestTags.SERVERS)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LocalBrokerIT {

  private static LocalBroker broker;

  @BeforeAll
  static void start() {
    broker = LocalBroker.start();
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void supportsExactlyOnceTransactions() throws Exception {
    // Given
    create("transactions");

    // When
    send("transactions", "committed");
    sendAndAbort("transactions", "aborted");
    send("transactions", "committed too");

    // Then
    assertThat(read("transactions", 2)).containsExactly("committed", "committed too");
  }

  @Test
  void retainsDataAcrossRestart() throws Exception {
    // Given
    create("restarted");
    send("restarted", "before");
    String address = broker.bootstrapServers();

    // When
    broker.restart();

    // Then
    send("restarted", "after");
    assertThat(broker.bootstrapServers()).isEqualTo(address);
    assertThat(read("restarted", 2)).containsExactly("before", "after");
  }

  @Test
  void recoversDataAfterKill() throws Exception {
    // Given
    create("killed");
    send("killed", "before");

    // When
    broker.kill();
    broker.restart();

    // Then
    send("killed", "after");
    assertThat(read("killed", 2)).containsExactly("before", "after");
  }

  @Test
  void doesNotAutoCreateTopics() throws Exception {
    // When
    try (Admin admin = Admin.create(config())) {
      var description = admin.describeTopics(List.of("nobody-made-it")).allTopicNames();

      // Then
      assertThat(description.toCompletionStage().toCompletableFuture())
          .failsWithin(Duration.ofSeconds(60))
          .withThrowableThat()
          .withCauseInstanceOf(UnknownTopicOrPartitionException.class);
    }
  }

  @Test
  void rejectsAPortInUse() {
    // Given
    int port = Integer.parseInt(broker.bootstrapServers().split(":")[1]);

    // When // Then
    assertThatExceptionOfType(ServerStartException.class)
        .isThrownBy(() -> LocalBroker.start(port))
        .withMessageContaining("in use");
  }

  @Test
  void deletesItsFolderOnClose() {
    // Given
    LocalBroker other = LocalBroker.start();
    Path folder = other.process().folder();
    assertThat(folder.resolve("broker.log")).content().contains("Awaiting socket connections on");

    // When
    other.close();

    // Then
    assertThat(folder).doesNotExist();
    assertThat(other.process().isAlive()).isFalse();
  }

  @Test
  void endsWithItsParentProcess() throws Exception {
    // Given
    Process starter = BrokerStarter.launch();
    BrokerStarter.StartedBroker started = BrokerStarter.awaitStart(starter);
    ProcessHandle server = ProcessHandle.of(started.pid()).orElseThrow();

    // When
    starter.destroyForcibly();

    // Then
    Awaitility.await().until(() -> !server.isAlive());
    assertThat(started.folder()).doesNotExist();
  }

  private static void create(String topic) throws Exception {
    try (Admin admin = Admin.create(config())) {
      admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
    }
  }

  private static void send(String topic, String value) {
    try (KafkaProducer<String, String> producer = producer(topic)) {
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(topic, value));
      producer.commitTransaction();
    }
  }

  private static void sendAndAbort(String topic, String value) {
    try (KafkaProducer<String, String> producer = producer(topic)) {
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(topic, value));
      producer.flush();
      producer.abortTransaction();
    }
  }

  private static KafkaProducer<String, String> producer(String topic) {
    Map<String, Object> config =
        Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", topic);
    KafkaProducer<String, String> producer =
        new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
    producer.initTransactions();
    return producer;
  }

  private static List<String> read(String topic, int count) {
    Map<String, Object> config =
        Map.of("bootstrap.servers", broker.bootstrapServers(), "isolation.level", "read_committed");
    List<String> values = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
      List<TopicPartition> partition = List.of(new TopicPartition(topic, 0));
      consumer.assign(partition);
      consumer.seekToBeginning(partition);
      while (values.size() < count) {
        for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofSeconds(1))) {
          values.add(record.value());
        }
      }
    }
    return values;
  }

  private static Map<String, Object> config() {
    return Map.of("bootstrap.servers", broker.bootstrapServers());
  }
}
