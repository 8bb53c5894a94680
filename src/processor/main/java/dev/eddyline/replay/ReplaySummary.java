package dev.eddyline.replay;

import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.json.ParsedEvents;
import dev.eddyline.policy.Policies;
import dev.eddyline.replay.EventLineReader.InputLine;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.sessions.file.SessionCounts;
import dev.eddyline.sessions.format.SessionSummary;
import dev.eddyline.task.InputOutcome;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** Summary of a replay's inputs and outputs. */
public final class ReplaySummary {

  private final Set<String> tasks = new HashSet<>();
  private final Map<String, Integer> verdicts = new TreeMap<>();
  private final Map<String, Integer> gates = new TreeMap<>();
  private final IgnoredFields ignored = new IgnoredFields();
  private final LoopList loops = new LoopList();
  private final SessionCounts sessions = new SessionCounts();
  private final Policies policies;
  private final GraphUsage graphs;
  private int events;
  private int resets;
  private int evaluations;
  private int rejected;
  private int duplicateEventCount;
  private int late;

  ReplaySummary(Policies policies, GraphSnapshot graphs) {
    this.policies = policies;
    this.graphs = new GraphUsage(graphs);
  }

  void countInput(ParsedEvents read, InputLine line) {
    events += read.events().size();
    tasks.add(read.event().getTaskId());
    graphs.countTaskOfEvent(read.event());
    ignored.countIgnoredFields(read, line);
  }

  void countOutput(SpecificRecord output, InputLine line) {
    if (output instanceof LoopVerdict verdict) {
      verdicts.merge(word(verdict.getLoopType()), 1, Integer::sum);
      loops.add(verdict, line);
    } else if (output instanceof GateTrigger gate) {
      gates.merge(word(gate.getState()), 1, Integer::sum);
    } else if (output instanceof LoopReset) {
      resets++;
    }
  }

  void evaluations(int questions) {
    evaluations += questions;
  }

  void countSession(String file, SessionSummary session) {
    sessions.add(session);
    loops.addSessionFile(file);
  }

  void rejected() {
    rejected++;
  }

  void finish(InProcessEngine process) {
    duplicateEventCount = process.eventCount(InputOutcome.REPEATED);
    late = process.eventCount(InputOutcome.LATE);
  }

  /** Number of events that were read. */
  public int events() {
    return events;
  }

  /** Number of lines that could not be read, and of events that were dead-lettered. */
  public int rejectedCount() {
    return rejected;
  }

  /** Number of gate records with this state. */
  public int gates(GateState state) {
    return gates.getOrDefault(word(state), 0);
  }

  /** The summary as text lines. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("policy: %s%n".formatted(policies.describePolicies()));
    text.append(
        "events: %d, tasks: %d, rejected lines: %d%n".formatted(events, tasks.size(), rejected));
    text.append("verdicts: ").append(verdicts.isEmpty() ? "none" : list(verdicts)).append('\n');
    text.append("gates: ").append(gates.isEmpty() ? "none" : list(gates)).append('\n');
    text.append("resets: ").append(resets).append('\n');
    text.append(
        "duplicate events, dropped: %d; late events, not counted: %d"
            .formatted(duplicateEventCount, late));
    if (evaluations > 0) {
      text.append("\nevaluations by rules: ").append(evaluations);
    }
    graphs.usageLineOfEachGraph().forEach(line -> text.append('\n').append(line));
    if (!ignored.isEmpty()) {
      text.append("\nunknown fields, ignored: ").append(ignored.describeOnOneLine());
    }
    sessions.lines().forEach(line -> text.append('\n').append(line));
    loops.lines().forEach(line -> text.append('\n').append(line));
    return text.toString();
  }

  private static String list(Map<String, Integer> counts) {
    StringBuilder text = new StringBuilder();
    counts.forEach(
        (name, count) ->
            text.append(text.isEmpty() ? "" : ", ").append(name).append(' ').append(count));
    return text.toString();
  }

  private static String word(Enum<?> symbol) {
    return symbol.name().toLowerCase(Locale.ROOT);
  }
}
