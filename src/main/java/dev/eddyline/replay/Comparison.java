package dev.eddyline.replay;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.graph.GraphSnapshot;
import dev.eddyline.json.ParsedEvents;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.replay.EventLines.Line;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.text.Printable;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** Replays the same events under two policies, and writes the differences as JSON lines. */
public final class Comparison implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final InProcess one;
  private final InProcess other;
  private final String oneName;
  private final String otherName;
  private final ComparisonSummary summary;
  private final PrintStream out;
  private final PrintStream problems;

  /**
   * A comparison that writes differences and problems to these streams.
   *
   * @param graphs the graphs for both replays
   * @param now latest event time
   */
  public Comparison(
      Policies one,
      Policies other,
      GraphSnapshot graphs,
      Instant now,
      PrintStream out,
      PrintStream problems) {
    this.out = out;
    this.problems = problems;
    this.one = new InProcess(one, graphs, now);
    this.other = new InProcess(other, graphs, now);
    oneName = name(one);
    otherName = name(other).equals(oneName) ? oneName + " (compared)" : name(other);
    summary =
        new ComparisonSummary(
            oneName, otherName, "%s; compared: %s".formatted(one.describe(), other.describe()));
  }

  private static String name(Policies policies) {
    return policies.all().stream().map(Policy::name).collect(Collectors.joining(", "));
  }

  /** Replays all lines of the files, in their order. */
  public ComparisonSummary play(List<String> files) throws IOException {
    new EventLines(new Player()).read(files);
    return summary;
  }

  private final class Player implements EventLines.Taker {

    @Override
    public void take(ParsedEvents read, Line line) {
      read.events().forEach(event -> take(event, line));
    }

    private void take(AgentEvent event, Line line) {
      InProcess.Caused byOne = one.take(event);
      InProcess.Caused byOther = other.take(event);
      Answer answer = Answer.of(byOne.outputs());
      Answer compared = Answer.of(byOther.outputs());
      summary.seen(answer, compared);
      if (!answer.equals(compared)) {
        out.println(Printable.escape(difference(event, line, answer, compared).toString()));
      }
      if (byOne.refusals().equals(byOther.refusals())) {
        byOne.refusals().forEach(reason -> refuse(reason, line));
      } else {
        byOne.refusals().forEach(reason -> refuse("under " + oneName + ": " + reason, line));
        byOther.refusals().forEach(reason -> refuse("under " + otherName + ": " + reason, line));
      }
    }

    @Override
    public void refuse(String reason, Line line) {
      problems.println(line.told(reason));
      summary.refused();
    }
  }

  private ObjectNode difference(AgentEvent event, Line line, Answer answer, Answer compared) {
    ObjectNode json = JSON.createObjectNode();
    json.put("event", line.number()).put("kind", "difference");
    json.put("taskId", event.getTaskId());
    ObjectNode under = json.putObject("under");
    under.set(oneName, answer.isNothing() ? null : answer.json());
    under.set(otherName, compared.isNothing() ? null : compared.json());
    return json;
  }

  @Override
  public void close() {
    one.close();
    other.close();
  }
}
