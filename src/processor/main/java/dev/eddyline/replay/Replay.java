package dev.eddyline.replay;

import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.json.ParsedEvents;
import dev.eddyline.policy.Policies;
import dev.eddyline.replay.EventLineReader.InputLine;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.sessions.format.SessionSummary;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/** Replays JSON events with the engine, and writes its outputs as JSON lines. */
public final class Replay {

  private final Policies policies;
  private final InProcessEngine process;
  private final Map<String, List<Long>> linesByTopic = new HashMap<>();
  private final OutputWriter writer =
      new OutputWriter(this::lineNumberOfRecord, InProcessEngine.eventsTopic());
  private final ReplaySummary summary;
  private final PrintStream out;
  private final PrintStream problems;
  private Optional<OutcomeExplanation> explanation = Optional.empty();

  /** A replay without graphs. */
  public Replay(Policies policies, Instant now, PrintStream out, PrintStream problems) {
    this(policies, GraphSnapshot.NONE, now, out, problems);
  }

  /**
   * A replay that writes outputs and problems to these streams.
   *
   * @param graphs the graphs that tasks are checked against
   * @param now latest event time
   */
  public Replay(
      Policies policies, GraphSnapshot graphs, Instant now, PrintStream out, PrintStream problems) {
    this.policies = policies;
    process = new InProcessEngine(policies, graphs, now);
    summary = new ReplaySummary(policies, graphs);
    this.out = out;
    this.problems = problems;
  }

  /** Writes the outcome of each tool call, too. */
  public void explainOutcomes() {
    explanation = Optional.of(new OutcomeExplanation(policies, process::taskState));
  }

  /** Replays all lines of the files, in their order. */
  public ReplaySummary play(List<String> files) throws IOException {
    new EventLineReader(new EventReplayer()).read(files);
    summary.finish(process);
    return summary;
  }

  private final class EventReplayer implements EventLineReader.LineHandler {

    @Override
    public void handleEvents(ParsedEvents read, InputLine line) {
      summary.countInput(read, line);
      read.events().forEach(event -> replayEvent(event, line));
    }

    private void replayEvent(AgentEvent event, InputLine line) {
      recordLineOfNextRecord(InProcessEngine.topicOf(event), line);
      InProcessEngine.EventResult caused = process.processEvent(event);
      if (caused.deadLetterReasons().isEmpty()) {
        explanation
            .flatMap(outcomes -> outcomes.explain(event, line.number()))
            .ifPresent(out::println);
      }
      summary.evaluations(caused.evaluations());
      for (int answer = 0; answer < caused.evaluations(); answer++) {
        recordLineOfNextRecord(InProcessEngine.evaluationsTopic(), line);
      }
      for (SpecificRecord output : caused.outputs()) {
        out.println(writer.write(output));
        summary.countOutput(output, line);
      }
      caused.deadLetterReasons().forEach(reason -> handleRejection(reason, line));
    }

    @Override
    public void handleRejection(String reason, InputLine line) {
      problems.println(line.formatMessage(reason));
      summary.rejected();
    }

    @Override
    public void handleSummary(String file, SessionSummary session) {
      summary.countSession(file, session);
    }
  }

  /** Records that the next record of a topic comes from this line. */
  private void recordLineOfNextRecord(String topic, InputLine line) {
    linesByTopic.computeIfAbsent(topic, name -> new ArrayList<>()).add(line.number());
  }

  private long lineNumberOfRecord(String topic, long offset) {
    return linesByTopic.get(topic).get(Math.toIntExact(offset));
  }
}
