package dev.eddyline.replay;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.json.ParsedEvents;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.replay.EventLineReader.InputLine;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.sessions.format.SessionSummary;
import dev.eddyline.yaml.Printable;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** Replays the same events under two policies, and writes the differences as JSON lines. */
public final class Comparison {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final InProcessEngine baseline;
  private final InProcessEngine candidate;
  private final String baselineName;
  private final String candidateName;
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
    this.baseline = new InProcessEngine(one, graphs, now);
    this.candidate = new InProcessEngine(other, graphs, now);
    baselineName = name(one);
    candidateName = name(other).equals(baselineName) ? baselineName + " (compared)" : name(other);
    summary =
        new ComparisonSummary(
            baselineName,
            candidateName,
            "%s; compared: %s".formatted(one.describePolicies(), other.describePolicies()));
  }

  private static String name(Policies policies) {
    return policies.all().stream().map(Policy::name).collect(Collectors.joining(", "));
  }

  /** Replays all lines of the files, in their order. */
  public ComparisonSummary play(List<String> files) throws IOException {
    new EventLineReader(new EventComparer()).read(files);
    return summary;
  }

  private final class EventComparer implements EventLineReader.LineHandler {

    @Override
    public void handleEvents(ParsedEvents read, InputLine line) {
      read.events().forEach(event -> replayAndCompareEvent(event, line));
    }

    private void replayAndCompareEvent(AgentEvent event, InputLine line) {
      InProcessEngine.EventResult byOne = baseline.processEvent(event);
      InProcessEngine.EventResult byOther = candidate.processEvent(event);
      ReplayedOutcome answer = ReplayedOutcome.reduceOutputs(byOne.outputs());
      ReplayedOutcome compared = ReplayedOutcome.reduceOutputs(byOther.outputs());
      summary.countOutcomes(answer, compared);
      if (!answer.equals(compared)) {
        out.println(Printable.escape(difference(event, line, answer, compared).toString()));
      }
      if (byOne.deadLetterReasons().equals(byOther.deadLetterReasons())) {
        byOne.deadLetterReasons().forEach(reason -> handleRejection(reason, line));
      } else {
        byOne
            .deadLetterReasons()
            .forEach(reason -> handleRejection("under " + baselineName + ": " + reason, line));
        byOther
            .deadLetterReasons()
            .forEach(reason -> handleRejection("under " + candidateName + ": " + reason, line));
      }
    }

    @Override
    public void handleRejection(String reason, InputLine line) {
      problems.println(line.formatMessage(reason));
      summary.rejected();
    }

    @Override
    public void handleSummary(String file, SessionSummary session) {
      summary.countSession(session);
    }
  }

  private ObjectNode difference(
      AgentEvent event, InputLine line, ReplayedOutcome answer, ReplayedOutcome compared) {
    ObjectNode json = JSON.createObjectNode();
    json.put("event", line.number()).put("kind", "difference");
    json.put("taskId", event.getTaskId());
    ObjectNode under = json.putObject("under");
    under.set(baselineName, answer.hasNoVerdictAndNoGate() ? null : answer.json());
    under.set(candidateName, compared.hasNoVerdictAndNoGate() ? null : compared.json());
    return json;
  }
}
