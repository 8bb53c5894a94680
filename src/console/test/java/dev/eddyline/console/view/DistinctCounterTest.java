package dev.eddyline.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The number of distinct names. */
class DistinctCounterTest {

  @Test
  void countsEachNameOnceUpToLimit() {
    // Given
    DistinctNameCounter names = new DistinctNameCounter(100);

    // When
    for (int i = 0; i < 200; i++) {
      names.add("name " + i % 100);
    }
    int exactly = names.count();
    boolean more = names.isOverLimit();
    names.add("one more");

    // Then
    assertThat(exactly).isEqualTo(100);
    assertThat(more).isFalse();
    assertThat(names.count()).isEqualTo(100);
    assertThat(names.isOverLimit()).isTrue();
  }
}
