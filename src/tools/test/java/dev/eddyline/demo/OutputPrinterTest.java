package dev.eddyline.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Cost;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.Source;
import dev.eddyline.yaml.Printable;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** The demo's output lines on a terminal. */
class OutputPrinterTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final OutputPrinter printer = new OutputPrinter(new PrintStream(out, true, UTF_8));

  private static LoopReset reset(int previousCount) {
    return new LoopReset(
        "r",
        "e",
        "T1\u001b[2J\u001b]0;title\u0007",
        "T1",
        "done\r\n  GATE     T2  approved\u202e",
        previousCount,
        1L,
        new Source("agent-events", 0, 0L, 0),
        Instant.EPOCH,
        Instant.EPOCH);
  }

  private void assertOnePrintableLine() {
    String text = out.toString(UTF_8);
    assertThat(text.lines()).hasSize(1);
    assertThat(Printable.isPrintable(text.stripTrailing())).isTrue();
  }

  @Test
  void controlCharactersOfEventTextsAreEscaped() {
    // When
    printer.print(reset(2));

    // Then
    assertOnePrintableLine();
    assertThat(out.toString(UTF_8))
        .contains("\\u001b[2J", "done\\r\\n  GATE", "\\u202e", "count was 2");
  }

  @Test
  void aResetOfACounterAtZeroIsNotPrinted() {
    // When
    printer.print(reset(0));

    // Then
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void deadLetterIsPrintedOnOneLine() {
    // Given
    var letter =
        new ConsumerRecord<>("agent-events-dlq", 0, 7L, "T1\nT2".getBytes(UTF_8), new byte[0]);
    letter.headers().add("__streams.errors.topic", "agent-events".getBytes(UTF_8));
    letter.headers().add("__streams.errors.partition", "3".getBytes(UTF_8));
    letter.headers().add("__streams.errors.offset", "17".getBytes(UTF_8));
    letter.headers().add("__streams.errors.message", "key must\nequal taskId".getBytes(UTF_8));

    // When
    printer.print(letter);

    // Then
    assertOnePrintableLine();
    assertThat(out.toString(UTF_8))
        .contains("T1\\nT2", "agent-events, partition 3, offset 17: key must\\nequal taskId");
  }

  @Test
  void aDeadLetterWithoutKeyAndHeadersIsPrintedToo() {
    // When
    printer.print(new ConsumerRecord<byte[], byte[]>("agent-events-dlq", 0, 7L, null, null));

    // Then
    assertOnePrintableLine();
  }

  @Test
  void invalidEventLineIsPrintedWithItsFile() {
    // When
    printer.badLine("mine\n.jsonl", 4, "taskId is required");

    // Then
    assertOnePrintableLine();
    assertThat(out.toString(UTF_8)).contains("line 4 of mine\\n.jsonl: taskId is required");
  }

  @Test
  void aCostIsTokensDollarsAndMinutes() {
    // When // Then
    assertThat(OutputPrinter.cost(new Cost(43_210L, 0.184, 754_000L)))
        .isEqualTo("43,210 tokens, 0.18 USD, 12 min");
  }
}
