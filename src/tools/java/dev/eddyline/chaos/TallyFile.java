package dev.eddyline.chaos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Runs that were verified, a line of JSON each, of as many seeds as one likes.
 *
 * @param path the file, which need not be there yet
 */
public record TallyFile(Path path) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * All runs in it.
   *
   * @throws IllegalArgumentException when a line is none
   * @throws IOException when it cannot be read
   */
  public List<Verified> runs() throws IOException {
    List<Verified> runs = new ArrayList<>();
    if (Files.exists(path)) {
      for (String line : Files.readAllLines(path)) {
        runs.add(run(line, runs.size() + 1));
      }
    }
    return runs;
  }

  private Verified run(String line, int number) {
    try {
      return JSON.readValue(line, Verified.class);
    } catch (JsonProcessingException wrong) {
      throw new IllegalArgumentException(
          "--tally: line %d of %s is no run's: %s"
              .formatted(number, path, wrong.getOriginalMessage()),
          wrong);
    }
  }

  /**
   * Number of the first fault of the plan's schedule that is in none of the runs, from 1; more than
   * the plan's faults when all are.
   *
   * @throws IllegalArgumentException when it holds runs of the seed under another plan
   */
  public int next(ChaosPlan plan) throws IOException {
    List<Verified> same = runs().stream().filter(run -> run.seed() == plan.seed()).toList();
    for (Verified run : same) {
      if (!run.follows(plan)) {
        throw new IllegalArgumentException(
            ("--tally: %s holds seed %d with %d processors, %d brokers and %s: its schedule is"
                    + " another; take another seed or another file")
                .formatted(
                    path,
                    run.seed(),
                    run.processors(),
                    run.brokers(),
                    run.smallDisks() ? "full disks" : "no full disk"));
      }
    }
    return IntStream.iterate(1, number -> number + 1)
        .filter(number -> same.stream().noneMatch(run -> run.holdsFault(number)))
        .findFirst()
        .orElseThrow();
  }

  /** Makes sure that a run can be added, before it is made. */
  public void requireWritable() throws IOException {
    Files.writeString(path, "", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Adds a run. */
  public void add(Verified run) throws IOException {
    String line = JSON.writeValueAsString(run) + "\n";
    Files.writeString(path, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
