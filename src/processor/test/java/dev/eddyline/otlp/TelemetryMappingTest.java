package dev.eddyline.otlp;

import static dev.eddyline.otlp.OtlpFixtures.span;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The shipped mapping and files that override it. */
class TelemetryMappingTest {

  private static final TelemetryMapping SHIPPED = TelemetryMapping.shipped();

  @Test
  void theTaskIsTheFirstKnownOfTheseAttributes() {
    // Given
    List<String> keys =
        new ArrayList<>(
            List.of(
                "eddyline.task.id",
                "gen_ai.conversation.id",
                "session.id",
                "gcp.vertex.agent.session_id",
                "traceloop.association.properties.thread_id",
                "traceloop.association.properties.session_id",
                "ai.telemetry.metadata.sessionId",
                "ai.telemetry.metadata.threadId",
                "ai.telemetry.metadata.chatId",
                "ai.telemetry.metadata.conversationId",
                "conversation.id"));
    Collections.reverse(keys);

    // When, Then: each key precedes those before it
    StringBuilder attributes = new StringBuilder("{'user.id':'u'");
    for (String key : keys) {
      attributes.append(",'%s':'by %s'".formatted(key, key));
      assertThat(SHIPPED.text(Field.TASK, span(1, 0, "n", attributes + "}"))).contains("by " + key);
    }
  }

  @Test
  void theTaskMayBeInMetadata() {
    TelemetryRecord span =
        new TelemetryRecord(
            false,
            OtlpFixtures.TRACE,
            OtlpFixtures.id(1),
            "",
            "n",
            OtlpFixtures.START,
            OtlpFixtures.START,
            false,
            "",
            new Attributes(
                java.util.Map.of(
                    "metadata",
                    com.fasterxml.jackson.databind.node.TextNode.valueOf(
                        "{\"thread_id\":\"c-7\",\"other\":null}"))),
            Attributes.NONE,
            List.of());

    assertThat(SHIPPED.text(Field.TASK, span)).contains("c-7");
  }

  @Test
  void entriesOfAFilePrecedeTheShippedOnes() {
    TelemetryMapping mapping =
        SHIPPED.overriddenBy(
            """
            kinds:
              - {kind: tool, name: "shop.*"}
              - {kind: ignored, attribute: shop.noise, values: ["*"]}
            sources:
              task: [shop.order, resource shop.order]
              tool: ["json shop /tool/name"]
              arguments: ["event shop.input text", "prefix shop.args."]
            ignoredSteps: [plan]
            ignoredEvents: [prompts]
            """);
    TelemetryRecord span =
        span(
            1,
            0,
            "shop.pay",
            "{'shop.order':'o-1','session.id':'s','shop':{'tool':{'name':'pay'}},"
                + "'shop.args.0.a':'x'}");

    assertThat(mapping.kind(span)).contains(RecordKind.TOOL);
    assertThat(mapping.text(Field.TASK, span)).contains("o-1");
    assertThat(mapping.text(Field.TOOL, span)).contains("pay");
    assertThat(mapping.text(Field.ARGUMENTS, span)).contains("{\"0.a\":\"x\"}");
    assertThat(mapping.isIgnoredStep("plan") && mapping.isIgnoredStep("agent")).isTrue();
    assertThat(mapping.isIgnoredEvent("prompts")).isTrue();
    assertThat(mapping.text(Field.TASK, span(1, 0, "n", "{'session.id':'s'}"))).contains("s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# a comment", "kinds:", "sources: {}", "ignoredSteps: null"})
  void anEmptyFileChangesNothing(String yaml) {
    TelemetryMapping mapping = SHIPPED.overriddenBy(yaml);

    assertThat(mapping.kind(span(1, 0, "ai.toolCall", "{}"))).contains(RecordKind.TOOL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kinds: [{kind: took, name: a}] | kinds: 'took' is unknown, allowed are [tool, model,",
        "kinds: [{name: a}] | kinds: 'null' is unknown",
        "kinds: [null] | kinds: an entry must not be empty",
        "kinds: [{kind: tool}] | kinds: an entry must have either name, or attribute with values",
        "kinds: [{kind: tool, attribute: a}] | kinds: an entry must have either name",
        "kinds: [{kind: tool, attribute: a, values: [null]}] | kinds: an entry must have either",
        "kinds: [{kind: tool, name: a, attribute: b, values: [c]}] | must have either name",
        "kinds: [{kind: tool, nam: a}] | the mapping is not valid YAML of its form: ",
        "kinds: 7 | the mapping is not valid YAML of its form: ",
        "sources: {tsk: [a]} | sources: 'tsk' is unknown, allowed are [task, subagent,",
        "sources: {task: null} | sources: task must be a list",
        "sources: {task: [null]} | sources: task: '' is not a source: KEY,",
        "sources: {task: ['json a b']} | sources: task: 'json a b' is not a source: KEY,",
        "sources: {task: ['json a']} | sources: task: 'json a' is not a source: KEY,",
        "sources: {task: ['a b c d']} | sources: task: 'a b c d' is not a source: KEY,",
        "ignoredEvents: [tools] | ignoredEvents: 'tools' is unknown, allowed are [failures,",
        "ignoredEvents: [null] | ignoredEvents: 'null' is unknown",
        "tasks: [a] | the mapping is not valid YAML of its form: ",
        "[a] | the mapping is not valid YAML of its form: ",
        "'{' | the mapping is not valid YAML of its form: "
      })
  void aWrongFileIsRejectedWithItsEntry(String yaml, String message) {
    String text = yaml.equals("'{'") ? "{" : yaml;

    assertThatThrownBy(() -> SHIPPED.overriddenBy(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message.strip());
  }

  @Test
  void controlCharactersInAFileAreRejected() {
    assertThatThrownBy(() -> SHIPPED.overriddenBy("kinds: \u0001"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the mapping is not valid YAML of its form");
  }
}
