package dev.eddyline.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.TestTags;
import dev.eddyline.bench.report.BenchPlan;
import dev.eddyline.bench.report.BenchSection;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bench, very short: the figures mean nothing, but all are there. */
@Tag(TestTags.SERVERS)
class BenchIT {

  @TempDir Path folder;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private JsonNode measure(Set<BenchSection> sections) throws Exception {
    return measure(sections, 1_000);
  }

  private JsonNode measure(Set<BenchSection> sections, int throughput) throws Exception {
    BenchPlan plan =
        new BenchPlan(
            sections,
            1,
            throughput,
            List.of(10, 30),
            1_000,
            20,
            40,
            10,
            1,
            10,
            List.of("src/processor/test/resources/scenarios"),
            Map.of());
    Path json = folder.resolve("bench.json");
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    new Bench(plan, out, out, folder.resolve("profiles")).run(Optional.of(json));
    return new ObjectMapper().readTree(json.toFile());
  }

  @Test
  void comparisonsHaveAllFiguresAndVerdictsMatchReplay() throws Exception {
    // When
    JsonNode report =
        measure(
            Set.of(
                BenchSection.THROUGHPUT,
                BenchSection.SCALING,
                BenchSection.SIZE,
                BenchSection.RESTORE));

    // Then
    assertThat(report.get("throughput")).hasSize(2);
    for (JsonNode throughput : report.get("throughput")) {
      assertThat(throughput.get("replayedTasks").asInt()).isEqualTo(10);
      assertThat(throughput.get("verdicts").asLong()).isPositive();
      assertThat(throughput.get("digest").asText()).hasSize(64);
      assertThat(throughput.get("outputs").get("perEvent").asDouble()).isBetween(0.0, 1.0);
      assertThat(throughput.get("outputs").get("verdictBytes").asInt()).isPositive();
      for (String subject : List.of("pass", "state", "Eddyline")) {
        JsonNode figures = throughput.get("subjects").get(subject);
        for (String figure : List.of("eventsPerSecond", "cpuMicros")) {
          assertThat(figures.get(figure).get("median").asDouble()).as(figure).isPositive();
        }
        for (String figure : List.of("bytesRead", "bytesWritten")) {
          assertThat(figures.get(figure).get("median").asDouble()).as(figure).isNotNegative();
        }
        assertThat(figures.get("compilerShare").get("median").asDouble()).isBetween(0.0, 1.0);
      }
      for (String ratio : List.of("eddylineToState", "eddylineToPass", "cpuToState", "cpuToPass")) {
        assertThat(throughput.get(ratio).get("median").asDouble()).as(ratio).isPositive();
      }
    }
    for (String ratio : List.of("lateToEarly", "rateOfTwoToOne", "cpuOfTwoToOne")) {
      assertThat(report.get("scaling").get(ratio).has("median")).as(ratio).isTrue();
    }
    for (String size : List.of("median", "filled", "full")) {
      assertThat(report.get("size").get(size).get("mean").asDouble()).as(size).isPositive();
    }
    for (String rate : List.of("consumer", "state", "eddyline")) {
      assertThat(report.get("restore").get(rate).get("median").asDouble()).as(rate).isPositive();
    }
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("Eddyline ÷ state", "record cache 67108864 B", "not reached");
  }

  @Test
  void profilesHaveTheStagesOfAnEventAndFlameGraphs() throws Exception {
    // When
    JsonNode report = measure(Set.of(BenchSection.PROFILE), 50_000);

    // Then
    assertThat(report.get("profile"))
        .extracting(load -> load.get("load").asText())
        .containsExactly("mix", "runs");
    for (JsonNode load : report.get("profile")) {
      assertThat(load.get("cpuMicros").asDouble()).isPositive();
      assertThat(load.get("stages")).isNotEmpty();
      assertThat(Path.of(load.get("cpuGraph").asText())).isNotEmptyFile();
      assertThat(Path.of(load.get("allocationGraph").asText())).isNotEmptyFile();
    }
  }

  @Test
  void loadsAtConstantRateHaveAllFigures() throws Exception {
    // When
    JsonNode report = measure(Set.of(BenchSection.LATENCY, BenchSection.MEANING));

    // Then
    assertThat(report.get("latencies")).hasSize(4);
    for (JsonNode latency : report.get("latencies")) {
      assertThat(latency.get("answers").asLong()).as(latency.toString()).isPositive();
    }
    assertThat(report.get("meaning").get("besides")).hasSize(5);
  }
}
