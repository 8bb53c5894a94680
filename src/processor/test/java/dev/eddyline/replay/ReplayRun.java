package dev.eddyline.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.policy.Policies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * A finished replay.
 *
 * @param out its standard output
 * @param problems its standard error
 * @param summary its summary
 */
record ReplayRun(String out, String problems, ReplaySummary summary) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Replays files with the default policy and no limit of event times. */
  static ReplayRun of(Path... files) {
    return of(InProcessEngine.NO_CLAMP, Arrays.stream(files).map(Path::toString).toList());
  }

  /** Replays files with the default policy. */
  static ReplayRun of(Instant now, List<String> files) {
    return of(Policies.ofSinglePolicy(Policies.preset("default")), now, files);
  }

  /** Replays a file under a preset. */
  static ReplayRun under(String preset, Path file) {
    return of(
        Policies.ofSinglePolicy(Policies.preset(preset)),
        InProcessEngine.NO_CLAMP,
        List.of(file.toString()));
  }

  /** Replays files under these policies. */
  static ReplayRun of(Policies policies, Instant now, List<String> files) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream problems = new ByteArrayOutputStream();
    try (PrintStream outStream = new PrintStream(out, false, StandardCharsets.UTF_8);
        PrintStream problemStream = new PrintStream(problems, false, StandardCharsets.UTF_8)) {
      ReplaySummary summary = new Replay(policies, now, outStream, problemStream).play(files);
      outStream.flush();
      problemStream.flush();
      return new ReplayRun(
          out.toString(StandardCharsets.UTF_8), problems.toString(StandardCharsets.UTF_8), summary);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The output lines, parsed. */
  List<JsonNode> lines() {
    return out.lines().map(ReplayRun::parse).toList();
  }

  /** The lines of this kind: verdict, gate or reset. */
  List<JsonNode> lines(String kind) {
    return lines().stream().filter(line -> line.path("kind").asText().equals(kind)).toList();
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
