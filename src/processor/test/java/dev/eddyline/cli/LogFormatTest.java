package dev.eddyline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.schema.LoopType;
import dev.eddyline.yaml.Printable;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;

/** Log lines as text and as JSON. */
class LogFormatTest {

  /** A log line with keys and values of all kinds. */
  private static String logLineWithAllValueTypes(String format) {
    return captureLog(
        format,
        log ->
            log.atInfo()
                .addKeyValue("event", "loop_detected")
                .addKeyValue("task_id", "T \"1\"\n")
                .addKeyValue("loop_count", 2)
                .addKeyValue("loop_type", LoopType.IDENTICAL_FAILURE)
                .addKeyValue("is_exact_match", true)
                .addKeyValue("failure_history", List.of("e1", "e2"))
                .addKeyValue("timestamp", "2025-11-01T02:00:00Z")
                .addKeyValue("until", Instant.parse("2025-11-01T02:00:00Z"))
                .log("loop detected"));
  }

  /** The output of a logger with this format. */
  private static String captureLog(String format, Consumer<Logger> speaker) {
    LoggerContext context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    ByteArrayOutputStream captured = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
    try {
      LogFormat.configure(context, format);
      speaker.accept(context.getLogger("dev.eddyline.events"));
    } finally {
      System.setErr(before);
      context.stop();
    }
    return captured.toString(StandardCharsets.UTF_8);
  }

  @Test
  void jsonLogLineIsAnObjectWithTheKeysAsFields() throws Exception {
    // When
    String line = logLineWithAllValueTypes("json");

    // Then
    assertThat(line.strip().lines()).hasSize(1);
    JsonNode json = new ObjectMapper().readTree(line);
    assertThat(json.get("message").asText()).isEqualTo("loop detected");
    assertThat(json.get("level").asText()).isEqualTo("INFO");
    assertThat(json.get("logger").asText()).isEqualTo("dev.eddyline.events");
    assertThat(json.get("event").asText()).isEqualTo("loop_detected");
    assertThat(json.get("task_id").asText()).isEqualTo("T \"1\"\n");
    assertThat(json.get("loop_count").asInt()).isEqualTo(2);
    assertThat(json.get("loop_type").asText()).isEqualTo("IDENTICAL_FAILURE");
    assertThat(json.get("is_exact_match").isBoolean()).isTrue();
    assertThat(json.get("failure_history")).hasSize(2);
    assertThat(json.get("timestamp").asText()).isEqualTo("2025-11-01T02:00:00Z");
    assertThat(json.get("until").asLong()).isEqualTo(1_761_962_400);
  }

  @Test
  void textLogLineHasKeysWithQuotedValues() {
    assertThat(logLineWithAllValueTypes("text"))
        .contains("INFO  events loop detected event=\"loop_detected\" task_id=\"T \\\"1\\\"\\n\"")
        .contains("loop_count=\"2\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json"})
  void controlCharactersOfValuesAreEscaped(String format) {
    // Given
    String forged = "alice\n1999-11-23T00:00:00.000Z INFO  audit gate decided by=\"ceo\"\u001b[31m";
    RuntimeException failure = new IllegalStateException(forged + "\u009b\u202e");

    // When
    String lines =
        captureLog(
            format,
            log ->
                log.atWarn()
                    .setCause(failure)
                    .addKeyValue("by", forged + "\u202e\u2028\u009b")
                    .addKeyValue("next", "x\" by=\"y")
                    .log("decided by {}", forged));

    // Then
    assertThat(lines.lines())
        .filteredOn(line -> line.startsWith("1999-11-23T") || line.startsWith("alice"))
        .isEmpty();
    assertThat(Printable.isPrintable(lines.replace("\n", ""))).isTrue();
    assertThat(lines)
        .containsIgnoringCase("\\u001b[31m")
        .contains("\\u202e", "\\u2028", "\\u009b", "x\\\" by=\\\"y");
  }

  @Test
  void unknownLogFormatIsRejected() {
    assertThatThrownBy(() -> LogFormat.use("xml"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContainingAll("log.format", "text", "json", "'xml'");
  }
}
