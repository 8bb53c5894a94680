package dev.eddyline.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.FullLane;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bench, very short: the figures mean nothing, but all are there. */
@FullLane
class BenchIT {

  private static final Set<BenchSection> SECTIONS =
      Set.of(
          BenchSection.THROUGHPUT, BenchSection.FLAT, BenchSection.API, BenchSection.COMPRESSION);

  private static final BenchPlan SHORT =
      new BenchPlan(SECTIONS, 1, 1_000, 1_000, 20, 40, 10, 30, 10, 200, 1, 100, 10, Map.of());

  @TempDir Path folder;

  @Test
  void reportContainsAllFiguresAndVerdictsMatchReplay() throws Exception {
    // Given
    Path json = folder.resolve("bench.json");
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    // When
    new Bench(SHORT, out, out).run(Optional.of(json));

    // Then
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    JsonNode throughput = report.get("throughput");
    assertThat(throughput.get("verdicts").asLong()).isPositive();
    assertThat(throughput.get("digest").asText()).hasSize(64);
    assertThat(throughput.get("publishedPerEvent").asDouble()).isBetween(0.0, 1.0);
    for (String subject : List.of("pass", "state", "Eddyline")) {
      JsonNode figures = throughput.get("subjects").get(subject);
      for (String figure : List.of("eventsPerSecond", "cpuMicros")) {
        assertThat(figures.get(figure).get("median").asDouble()).as(figure).isPositive();
      }
    }
    for (String ratio : List.of("eddylineToState", "eddylineToPass", "cpuToState")) {
      assertThat(throughput.get(ratio).get("median").asDouble()).as(ratio).isPositive();
    }
    for (String compared : List.of("histories", "tasks")) {
      JsonNode ratio = report.get("flat").get(compared).get("ratio");
      assertThat(ratio.get("median").asDouble()).as(compared).isPositive();
    }
    JsonNode reads = report.get("api").get("reads");
    assertThat(reads).hasSize(4);
    for (JsonNode read : reads) {
      assertThat(read.get("answers").asLong()).as(read.toString()).isPositive();
      assertThat(read.get("failed").asLong()).as(read.toString()).isZero();
    }
    JsonNode compressions = report.get("compressions");
    assertThat(compressions).hasSize(4);
    for (JsonNode compression : compressions) {
      for (String figure : List.of("rateRatio", "outputMb", "changelogMb")) {
        assertThat(compression.get(figure).get("median").asDouble()).as(figure).isPositive();
      }
    }
    assertThat(printed.toString(StandardCharsets.UTF_8)).contains("Eddyline ÷ state", "Flat");
  }
}
