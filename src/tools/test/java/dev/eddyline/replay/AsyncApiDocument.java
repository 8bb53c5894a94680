package dev.eddyline.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import dev.eddyline.GeneratedFile;
import dev.eddyline.config.Setting;
import dev.eddyline.gateway.MapperApplication;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import dev.eddyline.topics.TopicSpec.Direction;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.TopicConfig;

/** Generates the AsyncAPI document of the topics: servers, channels and operations. */
final class AsyncApiDocument {

  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder()
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
              .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
              .build());

  private static final String DESCRIPTION =
      "Topics through which Eddyline receives events of AI agents and sends verdicts and gates. "
          + "An operation's action is Eddyline's: it receives its inputs and sends its outputs. "
          + "Topics that only Eddyline writes and reads are left out. Read with "
          + "isolation.level=read_committed. The setting "
          + "topic.prefix precedes each address; it is empty by default. Values of enums are upper "
          + "case in Avro; JSON on agent-events and gate-decisions, and HTTP, take lower case.";

  private final ObjectNode document = YAML.createObjectNode();
  private final AsyncApiMessages messages = new AsyncApiMessages();

  private AsyncApiDocument() {}

  /** The generated document as YAML. */
  static String text() {
    try {
      return "# Generated from the code by\n# %s\n%s"
          .formatted(GeneratedFile.COMMAND, YAML.writeValueAsString(build()));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("the document is not a tree", impossible);
    }
  }

  /** The generated document. */
  static ObjectNode build() {
    return new AsyncApiDocument().built();
  }

  private ObjectNode built() {
    document.put("asyncapi", "3.0.0");
    document
        .putObject("info")
        .put("title", "Eddyline")
        .put("version", "1")
        .put("description", DESCRIPTION)
        .putObject("license")
        .put("name", "Apache-2.0");
    server(document.putObject("servers").putObject("kafka"));
    ObjectNode channels = document.putObject("channels");
    ObjectNode operations = document.putObject("operations");
    TopicCatalogue topics = TopicCatalogue.load("");
    for (TopicRole role : TopicRole.values()) {
      TopicSpec topic = topics.topic(role);
      if (isPublic(role, topic)) {
        channel(channels.putObject(role.key()), role, topic);
        operation(operations, role, topic);
      }
    }
    document.putObject("components").set("schemas", messages.schemas());
    return document;
  }

  /** Whether others than Eddyline write or read a topic; Collectors write OTLP. */
  static boolean isPublic(TopicRole role, TopicSpec topic) {
    return topic.direction() != Direction.INTERNAL
        || role == TopicRole.OTLP_SPANS
        || role == TopicRole.OTLP_LOGS;
  }

  private static void server(ObjectNode server) {
    server
        .put("host", "{bootstrapServer}")
        .put("protocol", "kafka")
        .put("description", "A Kafka cluster and its schema registry.");
    server
        .putObject("variables")
        .putObject("bootstrapServer")
        .put("default", Setting.BOOTSTRAP_SERVERS.defaultValue())
        .put("description", "Host and port of a broker, as in bootstrap.servers.");
    binding(server)
        .put("schemaRegistryUrl", Setting.SCHEMA_REGISTRY_URL.defaultValue())
        .put("schemaRegistryVendor", "confluent");
  }

  private void channel(ObjectNode channel, TopicRole role, TopicSpec topic) {
    channel.put("address", topic.name()).put("description", topic.doc());
    channel.set("messages", messages.of(role, topic));
    ObjectNode binding = binding(channel);
    binding.put("topic", topic.name()).put("partitions", topic.partitions());
    ObjectNode configuration = binding.putObject("topicConfiguration");
    topic.settings().forEach((name, value) -> configure(configuration, name, value));
  }

  private static void configure(ObjectNode configuration, String name, String value) {
    switch (name) {
      case TopicConfig.CLEANUP_POLICY_CONFIG -> {
        ArrayNode policies = configuration.putArray(name);
        Arrays.stream(value.split(",")).forEach(policies::add);
      }
      case TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG -> configuration.put(name, value);
      default -> configuration.put(name, Long.parseLong(value));
    }
  }

  private static void operation(ObjectNode operations, TopicRole role, TopicSpec topic) {
    String action = topic.direction() == Direction.OUT ? "send" : "receive";
    ObjectNode operation = operations.putObject(action + camelCase(role));
    operation.put("action", action);
    operation.putObject("channel").put("$ref", "#/channels/" + role.key());
    // each instance reads reference topics completely, without a group
    if (topic.isInput()) {
      String suffix = role.isOfMapper() ? MapperApplication.ID_SUFFIX : "";
      binding(operation)
          .putObject("groupId")
          .put("type", "string")
          .put(
              "description",
              "The setting application.id"
                  + (suffix.isEmpty() ? "." : ", followed by %s.".formatted(suffix)))
          .put("default", Setting.APPLICATION_ID.defaultValue() + suffix);
    }
  }

  private static String camelCase(TopicRole role) {
    return Arrays.stream(role.key().split("[-_]"))
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining());
  }

  /** Adds Kafka's binding to a server, channel, operation or message. */
  static ObjectNode binding(ObjectNode owner) {
    return owner.putObject("bindings").putObject("kafka").put("bindingVersion", "0.5.0");
  }
}
