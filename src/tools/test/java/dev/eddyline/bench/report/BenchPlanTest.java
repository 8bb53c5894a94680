package dev.eddyline.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BenchPlanTest {

  private static BenchPlan plan(OptionalInt events, Integer... tasks) {
    return BenchPlan.of(
        Set.of(BenchSection.THROUGHPUT), 1, events, List.of(tasks), List.of(), Map.of());
  }

  @Test
  void throughputUsesMoreTimedEventsByDefault() {
    // When
    BenchPlan usual = plan(OptionalInt.empty());

    // Then
    assertThat(usual.throughput()).isEqualTo(2_000_000);
    assertThat(usual.throughputTasks()).containsExactly(1_000, 100_000, 1_000_000);
    assertThat(usual.events()).isEqualTo(300_000);
    assertThat(usual.tasks()).isEqualTo(1_000);
    assertThat(usual.few()).isEqualTo(1_000);
  }

  @Test
  void explicitEventCountAppliesToAllSections() {
    // When
    BenchPlan few = plan(OptionalInt.of(30_000));
    BenchPlan many = plan(OptionalInt.of(3_000_000));

    // Then
    assertThat(few.throughput()).isEqualTo(few.events()).isEqualTo(30_000);
    assertThat(few.few()).isEqualTo(few.tasks()).isEqualTo(100);
    assertThat(many.throughput()).isEqualTo(3_000_000);
    assertThat(many.few()).as("of %,d tasks in other sections", many.tasks()).isEqualTo(1_000);
  }

  @Test
  void shortRunsOmitNumbersOfTasksThatExceedTheirEvents() {
    assertThat(plan(OptionalInt.of(20_000)).throughputTasks()).containsExactly(1_000);
    assertThat(plan(OptionalInt.of(300_000)).throughputTasks()).containsExactly(1_000, 100_000);
    assertThat(plan(OptionalInt.of(20_000), 50, 1_000_000).throughputTasks())
        .as("explicit numbers")
        .containsExactly(50, 1_000_000);
  }

  @Test
  void rejectsNumbersOfTasksBelowOne() {
    assertThatThrownBy(() -> plan(OptionalInt.empty(), 1_000, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("throughputTasks must be ≥ 1, was 0");
  }
}
