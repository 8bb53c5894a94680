package dev.eddyline.bench.profile;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.json.ReplayDefaults;
import dev.eddyline.replay.InputFiles;
import dev.eddyline.schema.AgentEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Events of recorded runs, which are repeated as other tasks until there are enough. */
record RecordedRuns(Collection<List<AgentEvent>> runs) {

  /** Runs that go on side by side. */
  private static final int RUNS_AT_ONCE = 1_000;

  /**
   * Reads the runs of files and folders.
   *
   * @throws InvalidSettingException if a line is not an event, or there is none
   */
  static RecordedRuns read(List<String> names) {
    Map<String, List<AgentEvent>> runs = new LinkedHashMap<>();
    ReplayDefaults defaults = new ReplayDefaults();
    EventReader reader = new EventReader(defaults);
    try {
      for (String name : InputFiles.expand(names)) {
        InputFiles.read(
            name,
            (file, line, text) -> {
              defaults.setNextLinePosition(file, line);
              try {
                reader
                    .read(text)
                    .events()
                    .forEach(
                        event ->
                            runs.computeIfAbsent(event.getTaskId(), id -> new ArrayList<>())
                                .add(event));
              } catch (InvalidEventException invalid) {
                throw new InvalidSettingException(
                    "%s:%d: %s".formatted(file, line, invalid.getMessage()));
              }
            });
      }
    } catch (IOException unreadable) {
      throw new InvalidSettingException("--runs: " + unreadable.getMessage());
    }
    if (runs.isEmpty()) {
      throw new InvalidSettingException("--runs: the files have no event");
    }
    return new RecordedRuns(runs.values());
  }

  /** Passes on this many events; some runs at once, each event of a run after the one before. */
  void forEach(long count, Consumer<AgentEvent> receiver) {
    Stream<Iterator<AgentEvent>> copies =
        IntStream.iterate(0, copy -> copy + 1)
            .boxed()
            .flatMap(copy -> runs.stream().map(run -> copyOf(run, "#" + copy)));
    Iterator<Iterator<AgentEvent>> next = copies.iterator();
    List<Iterator<AgentEvent>> current = new ArrayList<>();
    for (int run = 0; run < RUNS_AT_ONCE; run++) {
      current.add(next.next());
    }
    for (long passed = 0; passed < count; passed++) {
      int run = (int) (passed % RUNS_AT_ONCE);
      if (!current.get(run).hasNext()) {
        current.set(run, next.next());
      }
      receiver.accept(current.get(run).next());
    }
  }

  private static Iterator<AgentEvent> copyOf(List<AgentEvent> run, String suffix) {
    return run.stream().map(event -> copyOf(event, suffix)).iterator();
  }

  /** The event in another task, tree and session. */
  private static AgentEvent copyOf(AgentEvent event, String suffix) {
    UnaryOperator<String> renamed = id -> id == null ? null : id + suffix;
    return new AgentEvent(
        event.getEventId() + suffix,
        event.getTaskId() + suffix,
        renamed.apply(event.getRootTaskId()),
        renamed.apply(event.getParentTaskId()),
        event.getWorkflow(),
        event.getAgentId(),
        renamed.apply(event.getSessionId()),
        event.getOccurredAt(),
        event.getTokens(),
        event.getCostUsd(),
        event.getReplyRequested(),
        event.getBody(),
        event.getIngestToken(),
        event.getTenant());
  }
}
