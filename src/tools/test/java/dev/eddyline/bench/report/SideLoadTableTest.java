package dev.eddyline.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The table shows reply latency under each side load next to its ratio to the baseline. */
class SideLoadTableTest {

  private static final long MILLI = 1_000_000;

  private static Histogram answers(long... millis) {
    Histogram answers = new Histogram(3);
    for (long each : millis) {
      answers.recordValue(each * MILLI);
    }
    return answers;
  }

  @Test
  void printsEachFigureWithRatioToBaseline() {
    // Given
    Histogram nothing = answers(100, 100, 200);
    var caused = new BenchReport.SideLoadEffect(10_000, 40.5, 10_000, 0, 512.0, 0);
    var hung = new BenchReport.SideLoadEffect(0, 0, 0, 0, 0, 86);
    BenchReport.ModelLoadFigures measured =
        new BenchReport.ModelLoadFigures(
            1_000,
            700,
            List.of(
                BenchReport.SideLoadLatency.of(
                    SideLoad.MEANING, 100, 1_000, answers(150, 150, 600), nothing, caused),
                BenchReport.SideLoadLatency.of(
                    SideLoad.EVALUATOR, 100, 1_000, nothing, nothing, hung)));
    ByteArrayOutputStream printed = new ByteArrayOutputStream();

    // When
    new BenchReportPrinter(new PrintStream(printed, true, StandardCharsets.UTF_8))
        .print(report(measured));

    // Then
    assertThat(printed.toString(StandardCharsets.UTF_8).lines())
        .anyMatch(
            line ->
                line.contains("10,000 requests at once, by meaning")
                    && line.contains("(1.50)")
                    && line.contains("(3.00)")
                    && line.endsWith("of 3"))
        .anyMatch(line -> line.contains("10,000 model requests, lost 0, 512 texts/s"))
        .anyMatch(line -> line.contains("an evaluator that hangs") && line.contains("(1.00)"))
        .anyMatch(line -> line.contains("86 evaluation requests, none answered"))
        .anyMatch(line -> line.contains("sentence model alone, one thread: 700 texts/s"));
  }

  private static BenchReport report(BenchReport.ModelLoadFigures measured) {
    BenchPlan plan =
        BenchPlan.of(
            Set.of(BenchSection.MEANING), 1, OptionalInt.empty(), List.of(), List.of(), Map.of());
    return new BenchReport(2, "17", plan, null, null, null, null, null, measured, null);
  }

  @Test
  void defaultBurstHasTenThousandRequests() {
    assertThat(
            BenchPlan.of(
                    Set.of(BenchSection.MEANING),
                    1,
                    OptionalInt.empty(),
                    List.of(),
                    List.of(),
                    Map.of())
                .burst())
        .isEqualTo(10_000);
  }
}
