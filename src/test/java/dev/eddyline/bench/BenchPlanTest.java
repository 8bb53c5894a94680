package dev.eddyline.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BenchPlanTest {

  private static BenchPlan plan(OptionalInt wanted) {
    return BenchPlan.of(Set.of(BenchSection.THROUGHPUT), 1, wanted, 1, Map.of());
  }

  @Test
  void throughputUsesMoreTimedEventsByDefault() {
    // When
    BenchPlan usual = plan(OptionalInt.empty());

    // Then
    assertThat(usual.throughput()).isEqualTo(2_000_000);
    assertThat(usual.throughputTasks()).isEqualTo(1_000);
    assertThat(usual.events()).isEqualTo(300_000);
    assertThat(usual.tasks()).isEqualTo(1_000);
    assertThat(usual.soak()).isEqualTo(3_000_000);
  }

  @Test
  void explicitEventCountAppliesToAllSections() {
    // When
    BenchPlan few = plan(OptionalInt.of(30_000));
    BenchPlan many = plan(OptionalInt.of(3_000_000));

    // Then
    assertThat(few.throughput()).isEqualTo(few.events()).isEqualTo(30_000);
    assertThat(few.throughputTasks()).isEqualTo(few.tasks()).isEqualTo(100);
    assertThat(many.throughput()).isEqualTo(3_000_000);
    assertThat(many.throughputTasks())
        .as("of %,d tasks in other sections", many.tasks())
        .isEqualTo(1_000);
  }
}
