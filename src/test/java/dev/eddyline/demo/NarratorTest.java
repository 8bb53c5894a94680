package dev.eddyline.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.Source;
import dev.eddyline.text.Printable;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What the demo tells on a terminal stays in its line. */
class NarratorTest {

  @Test
  void aTextOfAnEventNeitherMakesALineNorReachesTheTerminal() {
    // Given
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    Narrator narrator = new Narrator(new PrintStream(told, true, StandardCharsets.UTF_8));
    Source source = new Source("agent-events", 0, 0L, 0);
    LoopReset reset =
        new LoopReset(
            "r",
            "e",
            "T1\u001b[2J\u001b]0;title\u0007",
            "T1",
            "done\r\n  GATE     T2  approved\u202e",
            2,
            1L,
            source,
            Instant.EPOCH,
            Instant.EPOCH);

    // When
    narrator.tell(reset);

    // Then
    String text = told.toString(StandardCharsets.UTF_8);
    assertThat(text.lines()).hasSize(1);
    assertThat(Printable.isPrintable(text.stripTrailing())).isTrue();
    assertThat(text).contains("\\u001b[2J", "done\\r\\n  GATE", "\\u202e", "count was 2");
  }
}
