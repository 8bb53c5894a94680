package dev.eddyline.demo;

import dev.eddyline.graph.source.GraphText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Events to play, in JSON form.
 *
 * @param title title of the story
 * @param sourceName source of its lines, for messages
 * @param lines its events, one JSON object each
 * @param graph the graph of its workflow, published before the first of them
 * @param hasGeneratedTimes whether lines without a time get event times minutes apart
 */
public record Story(
    String title,
    String sourceName,
    List<String> lines,
    Optional<GraphText> graph,
    boolean hasGeneratedTimes) {

  private static final String DECISION = "\"human_intervened\"";

  private static final List<Story> SHIPPED =
      List.of(
          shipped("judge and worker: the judge sends the same work back", "judge-worker"),
          shipped("workflow graph: validation fails the same way after each retry", "graph")
              .withGraph("graph"),
          shipped("failures: the same error returns, although the agent changes", "failures"),
          shipped("phases: fix and test alternate until a human helps", "phases"),
          shipped("autopilot: the task asks for a critic that is unavailable", "autopilot"),
          shipped("no loop: fewer tests fail each time, nothing to report", "quiet"));

  public Story {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(sourceName, "sourceName");
    Objects.requireNonNull(graph, "graph");
    lines = List.copyOf(lines);
  }

  /** A story without a graph, with the times of its lines only. */
  public Story(String title, String source, List<String> lines) {
    this(title, source, lines, Optional.empty(), false);
  }

  /** The bundled stories: five with loops, and one without. */
  public static List<Story> shipped() {
    return SHIPPED;
  }

  /** Number of events before the first decision; all events if there is no decision. */
  int eventsBeforeDecision() {
    return (int)
        lines.stream()
            .filter(line -> !line.isBlank())
            .takeWhile(line -> !line.contains(DECISION))
            .count();
  }

  private static Story shipped(String title, String name) {
    return new Story(
        title, "story " + name, lines("/stories/" + name + ".jsonl"), Optional.empty(), true);
  }

  private Story withGraph(String name) {
    String text = String.join("\n", lines("/stories/" + name + ".yaml")) + "\n";
    return new Story(title, sourceName, lines, Optional.of(GraphText.of(text)), hasGeneratedTimes);
  }

  private static List<String> lines(String resource) {
    try (InputStream in =
            Objects.requireNonNull(Story.class.getResourceAsStream(resource), resource);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(resource, unreadable);
    }
  }
}
