package dev.eddyline.evaluate;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.ToolCalled;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Runs, labels and alarms of tests. */
final class LabelledRunFixtures {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private LabelledRunFixtures() {}

  /** Events of a task, one a second: a tool call at each even index, a response at each odd one. */
  static List<RecordedEvent> events(String task, int count) {
    List<RecordedEvent> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Object body =
          i % 2 == 0
              ? ToolCalled.newBuilder()
                  .setCallId("c" + i)
                  .setTool("shell")
                  .setArguments("{}")
                  .build()
              : ResponseProduced.newBuilder().setStep("think").setText("text " + i).build();
      events.add(new RecordedEvent(event(task, i, body), i + 1));
    }
    return events;
  }

  static AgentEvent event(String task, int second, Object body) {
    return AgentEvent.newBuilder()
        .setEventId(task + "-" + second)
        .setTaskId(task)
        .setAgentId("agent")
        .setOccurredAt(START.plusSeconds(second))
        .setBody(body)
        .build();
  }

  /** Time of the event with this index. */
  static Instant time(int index) {
    return START.plusSeconds(index);
  }

  static RunLabel loop(Integer... labelledEvents) {
    return withEvents(Optional.of(true), labelledEvents);
  }

  static RunLabel noLoop() {
    return withEvents(Optional.of(false));
  }

  static RunLabel withEvents(Optional<Boolean> loop, Integer... labelledEvents) {
    TreeSet<Integer> events = new TreeSet<>(List.of(labelledEvents));
    OptionalInt wanted = events.isEmpty() ? OptionalInt.empty() : OptionalInt.of(events.first());
    return new RunLabel(
        "people", loop, Optional.empty(), Optional.of(events), List.of(), wanted, Optional.empty());
  }

  static RunLabel loopUntil(int latest) {
    return loopIn(OptionalInt.empty(), new LoopSpan(0, latest));
  }

  static RunLabel loopIn(OptionalInt wanted, LoopSpan... spans) {
    return new RunLabel(
        "cases",
        Optional.of(true),
        Optional.empty(),
        Optional.empty(),
        List.of(spans),
        wanted,
        Optional.empty());
  }

  static RunLabel success(boolean successful) {
    return success("none", Optional.empty(), successful);
  }

  static RunLabel success(String source, Optional<Boolean> loop, boolean successful) {
    return new RunLabel(
        source,
        loop,
        Optional.of(successful),
        Optional.empty(),
        List.of(),
        OptionalInt.empty(),
        Optional.empty());
  }

  static RunLabel withGate(RunLabel label, GateLabel gate) {
    return new RunLabel(
        label.source(),
        label.loop(),
        label.successful(),
        label.loopEvents(),
        label.spans(),
        label.wanted(),
        Optional.of(gate));
  }

  /** A run of 40 events with alarms at these events. */
  static JudgedRun judged(RunLabel label, int... alarms) {
    return judged("set", label, OptionalInt.empty(), alarms);
  }

  static JudgedRun judged(String set, RunLabel label, OptionalInt gate, int... alarms) {
    LabelledRun run = new LabelledRun(set, "run", Optional.empty(), events("T1", 40), label);
    return new JudgedRun(run, IntStream.of(alarms).mapToObj(at -> alarm(at)).toList(), gate);
  }

  static Alarm alarm(int event, String... detectors) {
    return new Alarm(
        event,
        detectors.length == 0 ? Collections.emptyNavigableSet() : new TreeSet<>(List.of(detectors)),
        "reason");
  }
}
