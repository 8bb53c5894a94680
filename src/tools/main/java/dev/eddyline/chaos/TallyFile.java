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
 * A file of verified runs of any seeds, one JSON object per line.
 *
 * @param path the file, which may not exist yet
 */
public record TallyFile(Path path) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * All runs in it.
   *
   * @throws IllegalArgumentException when a line is not a run
   * @throws IOException when it cannot be read
   */
  public List<ChaosResult> runs() throws IOException {
    List<ChaosResult> runs = new ArrayList<>();
    if (Files.exists(path)) {
      for (String line : Files.readAllLines(path)) {
        runs.add(parseRun(line, runs.size() + 1));
      }
    }
    return runs;
  }

  private ChaosResult parseRun(String line, int number) {
    try {
      return JSON.readValue(line, ChaosResult.class);
    } catch (JsonProcessingException wrong) {
      throw new IllegalArgumentException(
          "--tally: line %d of %s is not a run: %s"
              .formatted(number, path, wrong.getOriginalMessage()),
          wrong);
    }
  }

  /**
   * Number of the first fault of the plan's schedule that is not in any run, from 1; more than the
   * plan's faults when all are.
   *
   * @throws IllegalArgumentException when it contains runs of the seed under another plan
   */
  public int nextFaultNumber(ChaosPlan plan) throws IOException {
    List<ChaosResult> same = runs().stream().filter(run -> run.seed() == plan.seed()).toList();
    for (ChaosResult run : same) {
      if (!run.matchesPlanExceptFaultCount(plan)) {
        throw new IllegalArgumentException(
            ("--tally: %s contains seed %d with %d processors, %d brokers and %s: its schedule is"
                    + " different; use another seed or another file")
                .formatted(
                    path,
                    run.seed(),
                    run.processors(),
                    run.brokers(),
                    run.smallDisks() ? "full disks" : "no full disk"));
      }
    }
    return IntStream.iterate(1, number -> number + 1)
        .filter(number -> same.stream().noneMatch(run -> run.containsFaultNumber(number)))
        .findFirst()
        .orElseThrow();
  }

  /** Checks that the file is writable, before a run starts. */
  public void requireWritable() throws IOException {
    Files.writeString(path, "", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Adds a run. */
  public void add(ChaosResult run) throws IOException {
    String line = JSON.writeValueAsString(run) + "\n";
    Files.writeString(path, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
