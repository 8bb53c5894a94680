package dev.eddyline.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.otlp.Spans;
import dev.eddyline.otlp.TelemetryRecord;
import dev.eddyline.replay.LoopVerdictTexts;
import dev.eddyline.schema.AgentEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** 50,000 spans that come up to a delay late, in random order. */
@Tag(TestTags.PROPERTIES)
class SpansInRandomOrderTest {

  private static final int TASKS = 100;

  /** Tasks whose verdicts are compared; the events of all are. */
  private static final int JUDGED_TASKS = 10;

  private static final int SPANS_OF_TASK = 500;
  private static final int SPANS_OF_TRACE = 50;
  private static final Duration STEP = Duration.ofMillis(100);

  /** A span, and when it comes: milliseconds since the start. */
  private record Arrival(TelemetryRecord span, long at) {}

  @Test
  void giveTheVerdictsOfOrderedSpans() {
    // Given
    List<AgentEvent> ordered = events(arrivals(0));

    // When
    List<AgentEvent> shuffled = events(arrivals(MapperRig.DELAY.toMillis() - 200));

    // Then
    assertThat(shuffled).hasSize(2 * TASKS * SPANS_OF_TASK);
    assertThat(byTask(shuffled, TASKS)).isEqualTo(byTask(ordered, TASKS));
    List<String> expected = LoopVerdictTexts.of(byTask(ordered, JUDGED_TASKS));
    assertThat(expected).hasSizeGreaterThan(JUDGED_TASKS);
    assertThat(LoopVerdictTexts.of(byTask(shuffled, JUDGED_TASKS))).isEqualTo(expected);
  }

  /** The events of the first tasks, task after task, each in the order of publication. */
  private static List<AgentEvent> byTask(List<AgentEvent> events, int tasks) {
    Map<String, List<AgentEvent>> byTask = new TreeMap<>();
    events.forEach(
        event -> byTask.computeIfAbsent(event.getTaskId(), none -> new ArrayList<>()).add(event));
    return byTask.values().stream().limit(tasks).flatMap(List::stream).toList();
  }

  private static List<AgentEvent> events(List<Arrival> arrivals) {
    List<AgentEvent> events = new ArrayList<>();
    try (MapperRig rig = new MapperRig()) {
      int next = 0;
      for (long now = STEP.toMillis(); next < arrivals.size(); now += STEP.toMillis()) {
        List<TelemetryRecord> body = new ArrayList<>();
        while (next < arrivals.size() && arrivals.get(next).at() < now) {
          body.add(arrivals.get(next++).span());
        }
        if (!body.isEmpty()) {
          rig.receive(body.toArray(TelemetryRecord[]::new));
        }
        rig.after(STEP);
        events.addAll(rig.events());
      }
      rig.afterDelays();
      events.addAll(rig.events());
    }
    return events;
  }

  /** All spans; each comes up to some milliseconds after its time. */
  private static List<Arrival> arrivals(long maxLateMillis) {
    Random random = new Random(11);
    List<Arrival> arrivals = new ArrayList<>();
    for (int task = 0; task < TASKS; task++) {
      for (int number = 0; number < SPANS_OF_TASK; number++) {
        long late = maxLateMillis == 0 ? 0 : random.nextLong(maxLateMillis);
        arrivals.add(new Arrival(span(task, number), number * 1_000L + late));
      }
    }
    arrivals.sort(Comparator.comparingLong(Arrival::at));
    return arrivals;
  }

  /** Every fifth group of ten calls repeats one call, in every second task with a failure. */
  private static TelemetryRecord span(int task, int number) {
    boolean repeats = number / 10 % 5 == 4;
    boolean fails = repeats && task % 2 == 0;
    String file = "src/Part" + (repeats ? number / 10 : number) + ".java";
    String result = fails ? "Error: cannot open " + file : "class Part" + file.hashCode() + " {}";
    int id = task * SPANS_OF_TASK + number;
    return Spans.tool(
        Spans.trace(id / SPANS_OF_TRACE),
        id,
        -1,
        number,
        Map.of(
            "gen_ai.conversation.id",
            "task-" + task,
            "gen_ai.tool.call.arguments",
            "{\"path\":\"" + file + "\"}",
            "gen_ai.tool.call.result",
            result,
            "error.type",
            fails ? "IOError" : ""));
  }
}
