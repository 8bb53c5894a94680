package dev.eddyline.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.GeneratedFile;
import dev.eddyline.TestTags;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks that metrics.md is up to date. */
class MetricTableTest {

  @Test
  @Tag(TestTags.DOCS)
  void theFileIsUpToDate() {
    GeneratedFile.check(Path.of("docs", "reference", "metrics.md"), MetricTable.text());
  }

  @Test
  void everyMetricIsListedOnce() {
    String page = MetricTable.text();

    for (Metric metric : Metric.values()) {
      assertThat(page).containsOnlyOnce("| `" + metric.prometheusName() + "` |");
    }
    assertThat(Metric.EVENTS.prometheusName()).isEqualTo("eddyline_events_total");
    assertThat(Metric.CANARY_AGE.prometheusName()).isEqualTo("eddyline_canary_age_seconds");
  }

  @Test
  void noLabelContainsATaskId() {
    assertThat(Arrays.stream(Metric.values()).flatMap(metric -> metric.labels().stream()))
        .noneMatch(label -> label.contains("task") || label.contains("session"));
  }

  @Test
  void requiredLoopMetricsExist() {
    assertThat(MetricTable.FIGURES)
        .filteredOn(figure -> figure.area().equals("loops and gates"))
        .extracting(MetricTable.RequiredMetric::name)
        .containsExactly(
            "Loop detection rate per agent type",
            "Average loops before gate trigger",
            "False positive rate",
            "Gate trigger frequency",
            "Time between loop detection and resolution",
            "Loop Detection Rate",
            "Average Loops Per Task",
            "Gate Trigger Rate",
            "Resolution Time",
            "Agent Loop Patterns");
  }

  @Test
  void requiredGateMetricsExist() {
    assertThat(MetricTable.FIGURES)
        .filteredOn(figure -> figure.area().equals("workflows"))
        .extracting(MetricTable.RequiredMetric::name)
        .containsExactly(
            "phase_visits_blocked", "transitions_blocked", "cycles_detected", "hitl_triggered");
  }

  @Test
  void queriesNameKnownMetrics() {
    for (MetricTable.RequiredMetric figure : MetricTable.FIGURES) {
      assertThat(PromQueries.names(figure.query()))
          .as(figure.name())
          .isNotEmpty()
          .allMatch(
              name ->
                  Arrays.stream(Metric.values())
                      .anyMatch(
                          metric ->
                              name.equals(metric.prometheusName())
                                  || metric.kind().equals("histogram")
                                      && name.startsWith(metric.prometheusName() + "_")));
    }
  }
}
