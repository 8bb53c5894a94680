package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import dev.eddyline.GeneratedFile;
import dev.eddyline.TestTags;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import dev.eddyline.topics.TopicSpec.Direction;
import java.nio.file.Path;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks asyncapi.yaml against the catalogue and the schemas. */
class AsyncApiDocumentTest {

  private final ObjectNode document = AsyncApiDocument.build();

  @Test
  @Tag(TestTags.GOLDEN)
  void committedDocumentEqualsTheGeneratedDocument() {
    GeneratedFile.check(Path.of("docs", "reference", "asyncapi.yaml"), AsyncApiDocument.text());
  }

  @Test
  void yamlTextIsTheDocument() throws Exception {
    ObjectMapper yaml = new ObjectMapper(new YAMLFactory());

    assertThat(yaml.readTree(AsyncApiDocument.text()))
        .isEqualTo(yaml.readTree(document.toString()));
  }

  @ParameterizedTest
  @EnumSource
  void channelHasTheSettingsOfItsTopic(TopicRole role) {
    // Given
    TopicSpec topic = TopicCatalogue.load("").topic(role);

    // When
    JsonNode channel = document.get("channels").path(role.key());

    // Then
    if (!AsyncApiDocument.isPublic(role, topic)) {
      assertThat(channel.isMissingNode()).isTrue();
      return;
    }
    assertThat(channel.get("address").textValue()).isEqualTo(topic.name());
    JsonNode kafka = channel.at("/bindings/kafka");
    assertThat(kafka.get("partitions").intValue()).isEqualTo(topic.partitions());
    JsonNode configuration = kafka.get("topicConfiguration");
    assertThat(configuration.get("cleanup.policy"))
        .extracting(JsonNode::textValue)
        .containsExactly(topic.cleanup().kafkaName().split(","));
    assertThat(configuration.get("max.message.bytes").intValue())
        .isEqualTo(topic.maxMessageBytes());
    String retention =
        topic.cleanup() == TopicSpec.Cleanup.COMPACT ? "delete.retention.ms" : "retention.ms";
    assertThat(configuration.get(retention).longValue()).isEqualTo(topic.retention().toMillis());
  }

  @Test
  void eddylineReceivesItsInputsAndSendsItsOutputs() {
    TopicCatalogue topics = TopicCatalogue.load("");
    for (TopicRole role : TopicRole.values()) {
      TopicSpec topic = topics.topic(role);
      if (AsyncApiDocument.isPublic(role, topic)) {
        assertThat(document.get("operations"))
            .filteredOn(it -> it.at("/channel/$ref").textValue().equals("#/channels/" + role.key()))
            .extracting(it -> it.get("action").textValue())
            .containsExactly(topic.direction() == Direction.OUT ? "send" : "receive");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent-events", "gate-decisions"})
  void eventsAreAvroOrJsonOrCloudEventsInBothModes(String topic) {
    JsonNode messages = document.at("/channels/" + topic + "/messages");

    assertThat(messages)
        .extracting(message -> message.get("contentType").textValue())
        .containsExactly(
            "application/vnd.apache.avro",
            "application/json",
            "application/cloudevents+json",
            "application/json");
    assertThat(messages.at("/BinaryCloudEvent/headers/required"))
        .extracting(JsonNode::textValue)
        .containsExactly("ce_specversion", "ce_id", "ce_source", "ce_type");
  }

  @ParameterizedTest
  @ValueSource(strings = {"otlp_spans", "otlp_logs"})
  void collectorsPublishOtlpInBothEncodings(String topic) {
    assertThat(document.at("/channels/" + topic + "/messages"))
        .extracting(message -> message.get("contentType").textValue())
        .containsExactly("application/x-protobuf", "application/json");
  }

  /** The records of docs/how-to/kafka.md. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "Event | {'type':'failure_reported','message':'TypeError: x is undefined'} | true",
        "Event | {'type':'failure_reported'} | false",
        "CloudEvent | {'specversion':'1.0','source':'/ci','id':'7','subject':'T7','type':"
            + "'io.eddyline.event.user_message.v1','data':{'text':'Go on.'}} | true",
        "CloudEvent | {'specversion':'1.0','source':'/ci','id':'7','type':'t','data_base64':'e30='}"
            + " | true",
        "CloudEvent | {'specversion':'1.0','source':'/ci','id':'7','type':'t'} | false",
        "CloudEvent | {'specversion':'0.3','source':'/ci','id':'7','type':'t','data':{}} | false",
      })
  void schemaOfAValueAcceptsWhatEddylineReads(String name, String value, boolean isValid)
      throws Exception {
    // Given
    ObjectNode root = document.deepCopy();
    root.put("$ref", "#/components/schemas/" + name);
    JsonSchema schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(root);

    // When
    Set<ValidationMessage> problems =
        schema.validate(new ObjectMapper().readTree(value.replace('\'', '"')));

    // Then
    assertThat(problems.isEmpty()).as(problems.toString()).isEqualTo(isValid);
  }

  @Test
  void schemaOfEventsReadsWhatTheCompiledSchemaWrites() {
    // When
    String text = document.at("/components/schemas/AgentEvent/schema").toString();

    // Then
    assertThat(text).doesNotContain("avro.java.string");
    Schema schema = new Schema.Parser().parse(text);
    assertThat(
            SchemaCompatibility.checkReaderWriterCompatibility(schema, AgentEvent.getClassSchema())
                .getType())
        .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
  }

  @Test
  void referencesResolve() {
    assertThat(document.findValuesAsText("$ref"))
        .isNotEmpty()
        .allSatisfy(
            reference ->
                assertThat(document.at(reference.substring(1)).isMissingNode())
                    .as(reference)
                    .isFalse());
  }
}
