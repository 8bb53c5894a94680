package dev.eddyline.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EventGeneratorTest {

  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final int TASKS = 20;
  private static final int EVENTS = 2_000;

  private final Mix mix = Mix.shipped();

  private List<AgentEvent> story(long seed, int task, int events) {
    EventGenerator generator = new EventGenerator(mix, seed, TASKS, BEGIN, "t");
    List<AgentEvent> story = new ArrayList<>();
    for (int i = 0; i < events; i++) {
      story.add(generator.next(task));
    }
    return story;
  }

  @Test
  void aTaskTellsTheSameStoryInWhateverOrderTheTasksTakeTurns() {
    // Given
    EventGenerator inTurns = new EventGenerator(mix, 1, TASKS, BEGIN, "t");
    List<AgentEvent> third = new ArrayList<>();

    // When
    for (int i = 0; i < 100; i++) {
      inTurns.next(7);
      third.add(inTurns.next(3));
      inTurns.next(i % 3);
    }

    // Then
    assertThat(third).isEqualTo(story(1, 3, 100));
  }

  @Test
  void anotherSeedAndAnotherTaskTellAnotherStory() {
    // Given
    List<Object> story = bodies(story(1, 3, 50));

    // When
    List<Object> ofAnotherSeed = bodies(story(2, 3, 50));
    List<Object> ofAnotherTask = bodies(story(1, 4, 50));

    // Then
    assertThat(ofAnotherSeed).isNotEqualTo(story);
    assertThat(ofAnotherTask).isNotEqualTo(story);
  }

  @Test
  void typesComeInTheSharesOfTheMix() {
    // Given
    Map<Kind, Integer> counts = new HashMap<>();

    // When
    for (int task = 0; task < TASKS; task++) {
      story(1, task, EVENTS)
          .forEach(event -> counts.merge(Said.by(event).orElseThrow().kind(), 1, Integer::sum));
    }

    // Then
    for (Kind kind : Kind.values()) {
      double share = counts.getOrDefault(kind, 0) / (double) (TASKS * EVENTS);
      assertThat(share).as(kind.type()).isCloseTo(mix.part(kind).share(), within(0.02));
    }
  }

  @Test
  void textsAreAsLongAsThoseOfTheMix() {
    // Given
    double wanted =
        mix.part(Kind.RESPONSE_PRODUCED).characters().stream()
            .mapToInt(Integer::intValue)
            .average()
            .orElseThrow();

    // When
    double mean =
        story(1, 0, 20_000).stream()
            .map(event -> Said.by(event).orElseThrow())
            .filter(said -> said.kind() == Kind.RESPONSE_PRODUCED)
            .mapToInt(said -> said.text().length())
            .average()
            .orElseThrow();

    // Then
    assertThat(mean).isCloseTo(wanted, within(wanted * 0.1));
  }

  @Test
  void callsComeAgainAsOftenAsInTheMix() {
    // Given
    KindCount calls = new KindCount();

    // When
    long again =
        story(1, 0, 20_000).stream()
            .map(event -> Said.by(event).orElseThrow())
            .filter(said -> said.kind() == Kind.TOOL_CALLED)
            .filter(calls::add)
            .count();

    // Then
    double share = (double) again / calls.number();
    assertThat(share).isCloseTo(mix.part(Kind.TOOL_CALLED).again(), within(0.03));
  }

  @Test
  void aResultFollowsItsCallAndEveryIdIsNew() {
    // Given
    List<AgentEvent> story = story(1, 0, EVENTS);
    Set<String> ids = new HashSet<>();

    for (int i = 0; i < story.size(); i++) {
      // When
      AgentEvent event = story.get(i);

      // Then
      assertThat(ids.add(event.getEventId())).isTrue();
      if (event.getBody() instanceof ToolReturned returned) {
        assertThat(story.get(i - 1).getBody())
            .isInstanceOfSatisfying(
                ToolCalled.class,
                call -> {
                  assertThat(call.getCallId()).isEqualTo(returned.getCallId());
                  assertThat(call.getTool()).isEqualTo(returned.getTool());
                });
      }
    }
  }

  private static List<Object> bodies(List<AgentEvent> story) {
    return story.stream().map(AgentEvent::getBody).toList();
  }
}
