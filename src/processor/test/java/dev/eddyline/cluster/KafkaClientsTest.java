package dev.eddyline.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.eddyline.config.InvalidSettingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaClientsTest {

  private static final String ABSENT = "/absent/ca.pem";

  @TempDir private Path folder;

  /** Properties of a client: words key=value. */
  private static Map<String, Object> config(String words) {
    Map<String, Object> config = new HashMap<>(Map.of("bootstrap.servers", "127.0.0.1:1"));
    Arrays.stream(words.split(" +"))
        .map(word -> word.split("=", 2))
        .forEach(pair -> config.put(pair[0], pair[1]));
    return config;
  }

  @ParameterizedTest
  @CsvSource({
    "security.protocol=SSL ssl.truststore.location=/absent/ca.pem, ssl.truststore.location: /absent/ca.pem: no such file",
    "security.protocol=SASL_SSL ssl.keystore.location=/absent/ca.pem, ssl.keystore.location: /absent/ca.pem: no such file",
    "security.protocol=ssl ssl.truststore.type=PEM ssl.truststore.location={junk}, ssl.truststore.location: {junk}: No matching CERTIFICATE",
    "security.protocol=SSL ssl.truststore.location={junk}, ssl.truststore.location: {junk}: Failed to load",
    "security.protocol=SSL ssl.keystore.location={junk}, ssl.*",
    "security.protocol=SASL_PLAINTEXT sasl.mechanism=PLAIN, sasl.jaas.config: Could not find a 'KafkaClient' entry",
    "security.protocol=SASL_PLAINTEXT sasl.mechanism=PLAIN sasl.jaas.config=nonsense, sasl.jaas.config: ",
    "security.protocol=BANANA, BANANA for configuration security.protocol",
    "retries=many, many for configuration retries",
    "bootstrap.servers=host, Invalid url in bootstrap.servers: host"
  })
  void anInvalidSettingIsNamed(String words, String problem) throws Exception {
    // Given
    String junk = Files.writeString(folder.resolve("junk.pem"), "junk").toString();
    Map<String, Object> config = config(words.replace("{junk}", junk));

    // When // Then
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(() -> KafkaClients.create(config, () -> Admin.create(config)))
        .withMessageContaining(problem.replace("{junk}", junk));
  }

  @Test
  void eachKindOfClientNamesTheSetting() {
    // Given
    Map<String, Object> config =
        config("group.id=g security.protocol=SASL_PLAINTEXT sasl.mechanism=PLAIN");
    ByteArraySerializer out = new ByteArraySerializer();
    ByteArrayDeserializer in = new ByteArrayDeserializer();

    // When // Then
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(() -> KafkaClients.create(config, () -> new KafkaProducer<>(config, out, out)))
        .withMessageContaining("sasl.jaas.config: ");
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(() -> KafkaClients.create(config, () -> new KafkaConsumer<>(config, in, in)))
        .withMessageContaining("sasl.jaas.config: ");
  }

  @Test
  void aPrefixOfKafkaStreamsIsPartOfTheName() {
    // Given
    Properties streams = new Properties();
    streams.putAll(config("application.id=a producer.security.protocol=SSL"));
    streams.put("producer.ssl.truststore.location", ABSENT);
    StreamsBuilder topology = new StreamsBuilder();
    topology.stream("input").to("output");

    // When // Then
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(
            () -> KafkaClients.create(streams, () -> new KafkaStreams(topology.build(), streams)))
        .withMessageContaining("producer.ssl.truststore.location: " + ABSENT);
  }

  @Test
  void noPartOfAPasswordIsShown() {
    // Given: a quote too many
    Map<String, Object> config = config("security.protocol=SASL_PLAINTEXT sasl.mechanism=PLAIN");
    config.put(
        "sasl.jaas.config",
        "org.apache.kafka.common.security.plain.PlainLoginModule required password=\"a\" planted;");

    // When // Then
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(() -> KafkaClients.create(config, () -> Admin.create(config)))
        .satisfies(
            invalid ->
                assertThat(invalid.getMessage())
                    .contains("sasl.jaas.config")
                    .doesNotContain("planted"));
  }

  @Test
  void filesOfTlsAreNotReadWithoutTls() {
    // Given
    Map<String, Object> config = config("ssl.truststore.location=" + ABSENT);

    // When // Then
    assertThatCode(() -> KafkaClients.create(config, () -> Admin.create(config)).close())
        .doesNotThrowAnyException();
  }

  @Test
  void otherFailuresAreLeftToTheCaller() {
    assertThatExceptionOfType(StreamsException.class)
        .isThrownBy(
            () ->
                KafkaClients.create(
                    Map.of(),
                    () -> {
                      throw new StreamsException("the state folder is locked");
                    }));
  }
}
