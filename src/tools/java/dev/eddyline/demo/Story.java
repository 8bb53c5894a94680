package dev.eddyline.demo;

import dev.eddyline.graph.GraphText;
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
 * @param title what the story is about
 * @param place where its lines stand, for messages
 * @param lines its events, one JSON object each
 * @param graph the graph of its workflow, published before the first of them
 */
public record Story(String title, String place, List<String> lines, Optional<GraphText> graph) {

  private static final List<Story> SHIPPED =
      List.of(
          shipped(
              "document 000, judge and worker: the judge sends the same work back",
              "000-judge-worker"),
          shipped("document 001, graph: validation fails the same way every round", "001-graph")
              .on("001-graph"),
          shipped(
              "document 002, failures: the same error, although the agent changes", "002-failures"),
          shipped("document 003, phases: fix and test, test and fix; a person helps", "003-phases"),
          shipped("document 004, autopilot: asking a critic that is not there", "004-autopilot"),
          shipped("ordinary life: fewer failing tests each time, nothing to say", "quiet"));

  public Story {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(graph, "graph");
    lines = List.copyOf(lines);
  }

  /** A story without a graph. */
  public Story(String title, String place, List<String> lines) {
    this(title, place, lines, Optional.empty());
  }

  /** Our scenarios: one for each requirement document, and one in which nothing loops. */
  public static List<Story> shipped() {
    return SHIPPED;
  }

  private static Story shipped(String title, String name) {
    return new Story(title, "story " + name, lines("/stories/" + name + ".jsonl"));
  }

  private Story on(String name) {
    String text = String.join("\n", lines("/stories/" + name + ".yaml")) + "\n";
    return new Story(title, place, lines, Optional.of(GraphText.of(text)));
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
