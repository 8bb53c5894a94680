package dev.eddyline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HotTest {

  private static final int MOST = 1_024;

  private final Hot<String> hot = new Hot<>();

  @Test
  void whatWasKeptLongestAgoLeavesFirst() {
    // Given
    hot.keep("busy", "one");
    hot.keep("idle", "one");
    IntStream.range(0, MOST - 2).forEach(task -> hot.keep("task-" + task, "one"));
    hot.keep("busy", "two");

    // When
    hot.keep("new", "one");

    // Then
    assertThat(hot.knows("idle")).isFalse();
    assertThat(hot.get("busy")).isEqualTo("two");
  }

  @Test
  void thatThereIsNoneIsKnownToo() {
    // When
    hot.keep("task", null);

    // Then
    assertThat(hot.knows("task")).isTrue();
    assertThat(hot.get("task")).isNull();
    assertThat(hot.knows("other")).isFalse();
  }

  @Test
  void whatWasTakenMustComeBack() {
    // Given
    hot.keep("task", "one");

    // When
    String taken = hot.take("task");

    // Then
    assertThat(taken).isEqualTo("one");
    assertThat(hot.knows("task")).isFalse();
  }
}
