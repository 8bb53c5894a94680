package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.eddyline.GeneratedFile;
import dev.eddyline.TestTags;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import dev.eddyline.topics.TopicSpec.Direction;
import java.nio.file.Path;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks asyncapi.yaml against the catalogue and the schemas. */
class AsyncApiDocumentTest {

  private final ObjectNode document = AsyncApiDocument.build();

  @Test
  @Tag(TestTags.DOCS)
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
    if (topic.direction() == Direction.INTERNAL) {
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
    for (TopicSpec topic : TopicCatalogue.load("").all()) {
      if (topic.direction() != Direction.INTERNAL) {
        assertThat(document.get("operations"))
            .filteredOn(
                it -> it.at("/channel/$ref").textValue().equals("#/channels/" + topic.name()))
            .extracting(it -> it.get("action").textValue())
            .containsExactly(topic.direction() == Direction.IN ? "receive" : "send");
      }
    }
  }

  @Test
  void agentEventsAreAvroOrJsonOrCloudEvents() {
    assertThat(document.at("/channels/agent-events/messages"))
        .extracting(message -> message.get("contentType").textValue())
        .containsExactly(
            "application/vnd.apache.avro", "application/json", "application/cloudevents+json");
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
