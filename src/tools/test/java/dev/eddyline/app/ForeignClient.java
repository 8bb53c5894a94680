package dev.eddyline.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A Kafka client of another language: a short program in {@code src/it/clients}. */
public enum ForeignClient {
  /** npm's kafkajs, with the registry's client of the same authors. */
  KAFKAJS("kafkajs", "node", "kafkajs_client.mjs"),
  /** npm's @platformatic/kafka, with avsc. */
  PLATFORMATIC("@platformatic/kafka", "node", "platformatic_client.mjs"),
  /** Debian's python3-kafka, with python3-avro. */
  KAFKA_PYTHON("python3-kafka", "/usr/bin/python3", "-B", "kafka_python_client.py"),
  /** Debian's python3-confluent-kafka (librdkafka), with python3-avro. */
  CONFLUENT_KAFKA("python3-confluent-kafka", "/usr/bin/python3", "-B", "confluent_kafka_client.py");

  private static final Path FOLDER = Path.of("src", "it", "clients");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String library;
  private final List<String> program;

  ForeignClient(String library, String... program) {
    this.library = library;
    this.program = List.of(program);
  }

  /** Name of the required package. */
  public String library() {
    return library;
  }

  /** Whether its language and libraries are installed. */
  boolean isInstalled() {
    try {
      return start(List.of(), ProcessBuilder.Redirect.DISCARD).waitFor() == 0;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while looking for " + library, e);
    }
  }

  /** The first records of a topic: key and value of each, decoded with the registry's schema. */
  List<JsonNode> read(TestCluster cluster, String topic, int count) throws Exception {
    List<JsonNode> records = new ArrayList<>();
    for (String line : run(cluster, "read", topic, Integer.toString(count))) {
      records.add(json(line));
    }
    return records;
  }

  /** Publishes a failure of a task. */
  void fail(TestCluster cluster, String topic, String task, String message) throws Exception {
    run(cluster, "fail", topic, task, message);
  }

  /** Publishes a failure of a task in JSON, without the registry. */
  void failInJson(TestCluster cluster, String topic, String task, String message) throws Exception {
    run(cluster, "fail_json", topic, task, message);
  }

  /** Publishes the approval of a gate. */
  void approve(TestCluster cluster, String topic, String task, String gate) throws Exception {
    run(cluster, "approve", topic, task, gate);
  }

  private List<String> run(TestCluster cluster, String command, String... rest) throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of(command, cluster.bootstrap(), cluster.registryUrl()));
    arguments.addAll(List.of(rest));
    Process process = start(arguments, ProcessBuilder.Redirect.INHERIT);
    List<String> lines = process.inputReader(StandardCharsets.UTF_8).lines().toList();
    int status = process.waitFor();
    if (status != 0) {
      throw new IllegalStateException(
          "%s: %s ended with exit code %d; its message is on standard error"
              .formatted(library, command, status));
    }
    return lines;
  }

  private Process start(List<String> arguments, ProcessBuilder.Redirect errors) throws IOException {
    List<String> command = new ArrayList<>(program);
    command.addAll(arguments);
    return new ProcessBuilder(command).directory(FOLDER.toFile()).redirectError(errors).start();
  }

  private static JsonNode json(String line) throws JsonProcessingException {
    return JSON.readTree(line);
  }
}
