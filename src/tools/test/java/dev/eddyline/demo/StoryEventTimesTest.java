package dev.eddyline.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.HumanIntervened;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The event times of stories. */
class StoryEventTimesTest {

  private static final double NO_PAUSES = Double.POSITIVE_INFINITY;
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final Duration LEAST = Duration.ofMinutes(1);
  private static final Duration MOST = Duration.ofMinutes(4);

  private static List<AgentEvent> events(Story story, double speed) throws InvalidEventException {
    EventReader reader = new EventReader(StoryEventTimes.forStory(story, speed, () -> NOW));
    List<AgentEvent> events = new ArrayList<>();
    for (String line : story.lines()) {
      events.add(reader.read(line).event());
    }
    return events;
  }

  private static List<Instant> times(Story story, double speed) throws InvalidEventException {
    return events(story, speed).stream().map(AgentEvent::getOccurredAt).toList();
  }

  private static Story storyNamed(String place) {
    return Story.shipped().stream()
        .filter(story -> story.sourceName().equals(place))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("dev.eddyline.demo.Story#shipped")
  void eventsOfABundledStoryAreMinutesApartAndEndNow(Story story) throws Exception {
    // When
    List<Instant> times = times(story, NO_PAUSES).subList(0, story.eventsBeforeDecision());

    // Then
    List<Duration> between = new ArrayList<>();
    for (int event = 1; event < times.size(); event++) {
      between.add(Duration.between(times.get(event - 1), times.get(event)));
    }
    assertThat(between).isNotEmpty().allMatch(it -> isSpacing(it));
    assertThat(between.stream().distinct().count()).isGreaterThan(1);
    assertThat(Duration.between(times.get(times.size() - 1), NOW)).matches(it -> isSpacing(it));
  }

  private static boolean isSpacing(Duration time) {
    return time.compareTo(LEAST) >= 0 && time.compareTo(MOST) <= 0;
  }

  @Test
  void aStoryHasTheSameSpacingEachTime_andStoriesDiffer() throws Exception {
    // When
    List<Instant> times = times(storyNamed("story graph"), NO_PAUSES);

    // Then
    assertThat(times).isEqualTo(times(storyNamed("story graph"), NO_PAUSES));
    assertThat(times.get(0)).isNotEqualTo(times(storyNamed("story autopilot"), NO_PAUSES).get(0));
  }

  @Test
  void decisionAndLaterEventsHaveTheCurrentTime() throws Exception {
    // Given
    Story story = storyNamed("story phases");

    // When
    List<AgentEvent> events = events(story, NO_PAUSES);

    // Then
    List<AgentEvent> late = events.subList(story.eventsBeforeDecision(), events.size());
    assertThat(late).hasSizeGreaterThan(1).allMatch(event -> event.getOccurredAt().equals(NOW));
    assertThat(late.get(0).getBody()).isInstanceOf(HumanIntervened.class);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 2.5, 60, 1_000})
  void noEventIsInTheFutureAtAnySpeed(double speed) throws Exception {
    // Given
    Story story = storyNamed("story judge-worker");
    StoryPacer pace = new StoryPacer(speed);

    // When
    List<Instant> times = times(story, speed);

    // Then
    Instant clock = NOW;
    for (Instant time : times) {
      clock = clock.plus(pace.pauseBefore(time));
      assertThat(time).isBeforeOrEqualTo(clock.plus(Duration.ofMillis(times.size())));
    }
    assertThat(Duration.between(times.get(times.size() - 1), clock)).isLessThanOrEqualTo(MOST);
  }

  @Test
  void eventTimesOfAFileAreRetained_andMissingTimesAreTheCurrentTime() throws Exception {
    // Given
    String event = "{\"taskId\":\"t\",\"type\":\"task_completed\",\"outcome\":\"success\"%s}";
    Story story =
        new Story(
            "mine",
            "mine.jsonl",
            List.of(
                event.formatted(",\"occurredAt\":\"2026-02-01T00:00:00Z\""), event.formatted("")));

    // When
    List<Instant> times = times(story, NO_PAUSES);

    // Then
    assertThat(times).containsExactly(Instant.parse("2026-02-01T00:00:00Z"), NOW);
  }
}
