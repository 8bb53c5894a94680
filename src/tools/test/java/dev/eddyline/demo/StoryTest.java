package dev.eddyline.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.inputs.LiveEvents;
import dev.eddyline.json.EventReader;
import java.time.Clock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bundled stories. */
class StoryTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest
  @MethodSource("dev.eddyline.demo.Story#shipped")
  void itsLinesAreEventsWithoutTimes_andModelCallsHaveACost(Story story) throws Exception {
    // Given
    EventReader reader = new EventReader(LiveEvents.defaults(Clock.systemUTC()));

    // When // Then
    int withCost = 0;
    for (String line : story.lines()) {
      JsonNode json = JSON.readTree(line);
      assertThat(reader.read(line).ignored()).as(line).isEmpty();
      assertThat(json.has("occurredAt")).as(line).isFalse();
      assertThat(json.has("costUsd")).as(line).isEqualTo(json.has("tokens"));
      withCost += json.has("costUsd") ? 1 : 0;
    }
    assertThat(withCost).isPositive();
  }
}
