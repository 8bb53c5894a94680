package dev.eddyline.replay;

import dev.eddyline.graph.GraphSnapshot;
import dev.eddyline.json.ParsedEvents;
import dev.eddyline.policy.Policies;
import dev.eddyline.replay.EventLines.Line;
import dev.eddyline.schema.AgentEvent;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** Replays JSON events through the topology, and writes its outputs as JSON lines. */
public final class Replay implements AutoCloseable {

  private final InProcess process;
  private final Map<String, List<Long>> linesByTopic = new HashMap<>();
  private final OutputWriter writer = new OutputWriter(this::lineAt, InProcess.eventsTopic());
  private final ReplaySummary summary;
  private final PrintStream out;
  private final PrintStream problems;

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
    process = new InProcess(policies, graphs, now);
    summary = new ReplaySummary(policies, graphs);
    this.out = out;
    this.problems = problems;
  }

  /** Replays all lines of the files, in their order. */
  public ReplaySummary play(List<String> files) throws IOException {
    new EventLines(new Player()).read(files);
    summary.finish(process);
    return summary;
  }

  private final class Player implements EventLines.Taker {

    @Override
    public void take(ParsedEvents read, Line line) {
      summary.read(read, line);
      read.events().forEach(event -> take(event, line));
    }

    private void take(AgentEvent event, Line line) {
      at(InProcess.topicOf(event), line);
      InProcess.Caused caused = process.take(event);
      summary.asked(caused.evaluations());
      for (int answer = 0; answer < caused.evaluations(); answer++) {
        at(InProcess.evaluationsTopic(), line);
      }
      for (SpecificRecord output : caused.outputs()) {
        out.println(writer.write(output));
        summary.published(output);
      }
      caused.refusals().forEach(reason -> refuse(reason, line));
    }

    @Override
    public void refuse(String reason, Line line) {
      problems.println(line.told(reason));
      summary.refused();
    }
  }

  /** Records that the next record of a topic comes from this line. */
  private void at(String topic, Line line) {
    linesByTopic.computeIfAbsent(topic, name -> new ArrayList<>()).add(line.number());
  }

  private long lineAt(String topic, long offset) {
    return linesByTopic.get(topic).get(Math.toIntExact(offset));
  }

  @Override
  public void close() {
    process.close();
  }
}
