package dev.eddyline.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Recorded runs with their labels, each named by its set and file.
 *
 * @param labels one for each labelled run
 * @param runs the run of each line of all files, in replay order
 */
record LabelledRuns(List<JsonNode> labels, List<String> runs) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The runs of these files, and the labels in their folder. */
  static LabelledRuns of(Path folder, List<String> files) throws IOException {
    List<JsonNode> labels = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve("labels.jsonl"))) {
      labels.add(JSON.readTree(line));
    }
    List<String> runs = new ArrayList<>();
    for (String file : files) {
      String run = folder.relativize(Path.of(file)).toString().replace(".jsonl", "");
      try (Stream<String> lines = Files.lines(Path.of(file))) {
        lines.forEach(line -> runs.add(run));
      }
    }
    return new LabelledRuns(labels, runs);
  }

  /** The runs that solved their task. */
  Set<String> successful() {
    return tasksWithMatchingLabel(label -> label.path("resolved").asBoolean(false));
  }

  /** The runs that people labelled, action by action, as looping or as not looping. */
  Set<String> tasksLabelledAsLooping(boolean looping) {
    return tasksWithMatchingLabel(
        label ->
            label.path("trace").asText().startsWith("sola-")
                && label.path("loop").isBoolean()
                && label.path("loop").asBoolean() == looping);
  }

  private Set<String> tasksWithMatchingLabel(Predicate<JsonNode> labelFilter) {
    return labels.stream()
        .filter(labelFilter)
        .map(label -> label.path("trace").asText())
        .collect(Collectors.toSet());
  }

  /** The runs that caused a matching output line. */
  Set<String> tasksWithMatchingOutput(
      Predicate<JsonNode> caused, Set<String> among, ReplayRun played) {
    Set<String> found = new HashSet<>();
    for (JsonNode line : played.lines()) {
      if (caused.test(line)) {
        found.add(runs.get(line.path("event").asInt() - 1));
      }
    }
    found.retainAll(among);
    return found;
  }
}
