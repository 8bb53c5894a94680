package dev.eddyline.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.eddyline.TestTags;
import dev.eddyline.schema.AgentEvent;
import java.time.Instant;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/** What holds for all events and for all lines. */
@Tag(TestTags.TRIES)
class EventRoundTripTest {
  private static final String SECRET = "sesame42";

  private final EventReader reader = new EventReader(EventDefaults.live(Instant::now, () -> "e"));
  private final EventWriter writer = new EventWriter();

  @Provide
  Arbitrary<AgentEvent> events() {
    return RandomEvents.all();
  }

  @Property
  void anEventThatIsWrittenReadsAsItself(@ForAll("events") AgentEvent event)
      throws InvalidEventException {
    // When
    ParsedEvents read = reader.read(writer.write(event));

    // Then
    assertThat(read.event()).isEqualTo(event);
    assertThat(read.ignored()).isEmpty();
  }

  @Property
  void aLineThatIsReadIsWrittenAsItself(@ForAll("events") AgentEvent event)
      throws InvalidEventException {
    // Given
    String line = writer.write(event);

    // When
    String again = writer.write(reader.read(line).event());

    // Then
    assertThat(again).isEqualTo(line);
  }

  @Provide
  Arbitrary<String> damage() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(3),
        Arbitraries.of("\"", "\\", "{", "}", "[", "]", ",", ":", "\\u12", "'", "\0", "\n", "//"));
  }

  @Property
  void aDamagedLineIsReadOrRefusedWithoutItsText(
      @ForAll @IntRange(max = 110) int from,
      @ForAll @IntRange(max = 3) int cut,
      @ForAll("damage") String damage) {
    // Given
    String line =
        "{\"taskId\":\""
            + SECRET
            + "\",\"type\":\"failure_reported\",\"tokens\":5,\"message\":\""
            + SECRET
            + " "
            + SECRET
            + "\",\"proposed\":[true]}";
    int start = Math.min(from, line.length());
    int end = Math.min(start + cut, line.length());
    String damaged = line.substring(0, start) + damage + line.substring(end);

    // When
    Throwable refused = catchThrowable(() -> reader.read(damaged));

    // Then
    if (refused != null) {
      assertThat(refused).isInstanceOf(InvalidEventException.class).hasNoCause();
      assertThat(refused.getMessage()).doesNotContain(SECRET, SECRET.substring(3));
    }
  }
}
