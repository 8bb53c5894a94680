package dev.eddyline.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * Events to play, in JSON form.
 *
 * @param title what the story is about
 * @param place where its lines stand, for messages
 * @param lines its events, one JSON object each
 */
public record Story(String title, String place, List<String> lines) {

  private static final List<Story> SHIPPED =
      List.of(
          shipped(
              "document 000, judge and worker: the judge sends the same work back",
              "000-judge-worker"),
          shipped("document 001, graph: validation fails the same way every round", "001-graph"),
          shipped(
              "document 002, failures: the same error, although the agent changes", "002-failures"),
          shipped("document 003, phases: fix and test, test and fix; a person helps", "003-phases"),
          shipped("document 004, autopilot: asking a critic that is not there", "004-autopilot"),
          shipped("ordinary life: fewer failing tests each time, nothing to say", "quiet"));

  public Story {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(place, "place");
    lines = List.copyOf(lines);
  }

  /** Our scenarios: one for each requirement document, and one in which nothing loops. */
  public static List<Story> shipped() {
    return SHIPPED;
  }

  private static Story shipped(String title, String name) {
    String resource = "/stories/" + name + ".jsonl";
    try (InputStream in =
            Objects.requireNonNull(Story.class.getResourceAsStream(resource), resource);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return new Story(title, "story " + name, reader.lines().toList());
    } catch (IOException unreadable) {
      throw new UncheckedIOException(resource, unreadable);
    }
  }
}
