package dev.eddyline.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeldBackTest {

  private final Map<String, String> beneath = new HashMap<>();
  private final List<String> writes = new ArrayList<>();
  private int reads;

  /** Key whose write to the underlying store fails; null for none. */
  private String refused;

  private final HeldBack<String> held =
      new HeldBack<>(
          (key, window) -> {
            reads++;
            return beneath.get(key + "@" + window);
          },
          (key, value, window) -> {
            if (key.equals(refused)) {
              throw new IllegalStateException("no room for " + key);
            }
            writes.add(key);
            if (value == null) {
              beneath.remove(key + "@" + window);
            } else {
              beneath.put(key + "@" + window, value);
            }
          });

  @ParameterizedTest
  @ValueSource(ints = {1, 20, HeldBack.MAX / 2, 2 * HeldBack.MAX})
  void putValuesAreReturned_andAllAreWritten(int keys) {
    // Given
    SplittableRandom random = new SplittableRandom(keys);
    Map<String, String> wanted = new HashMap<>();

    for (int step = 0; step < 20_000; step++) {
      String key = "task-" + random.nextInt(keys);
      long window = random.nextInt(2) * 90_000_000L;
      String place = key + "@" + window;

      // When
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> {
          held.put(key, "value-" + step, window);
          wanted.put(place, "value-" + step);
        }
        case 3 -> {
          held.put(key, null, window);
          wanted.remove(place);
        }
        default -> assertThat(held.get(key, window)).isEqualTo(wanted.get(place));
      }
      if (random.nextInt(3_000) == 0) {
        held.leaveBefore(90_000_000L);
      }
      if (random.nextInt(1_000) == 0) {
        held.write();
        assertThat(beneath).isEqualTo(wanted);
      }
    }
    held.write();

    // Then
    assertThat(beneath).isEqualTo(wanted);
  }

  @Test
  void recentlyUsedValuesSurviveManyReadsOfOtherValues() {
    // Given
    held.put("busy", "one", 0);

    // When
    for (int task = 0; task < 10 * HeldBack.MAX; task++) {
      held.get("busy", 0);
      held.get("task-" + task, 0);
    }

    // Then
    assertThat(reads).isEqualTo(10 * HeldBack.MAX);
    assertThat(beneath).isEmpty();
  }

  @Test
  void newestValueIsCachedEvenWhenAllCachedValuesAreInUse() {
    // Given
    for (int task = 0; task < HeldBack.MAX; task++) {
      held.get("task-" + task, 0);
      held.get("task-" + task, 0);
    }

    // When
    held.put("new", "one", 0);

    // Then
    assertThat(beneath).isEmpty();
    assertThat(held.get("new", 0)).isEqualTo("one");
  }

  @Test
  void aFailedWriteIsRetriedAndOthersAreWrittenOnce() {
    // Given
    for (String key : List.of("first", "second", "third")) {
      held.put(key, "one", 0);
    }
    refused = "second";

    // When
    assertThatThrownBy(held::write).hasMessage("no room for second");

    // Then
    assertThat(writes).containsExactly("first");
    assertThat(held.get("second", 0)).isEqualTo("one");
    assertThat(held.get("third", 0)).isEqualTo("one");
    refused = null;
    held.write();
    held.write();
    assertThat(writes).containsExactly("first", "second", "third");
  }

  @Test
  void aValueChangedAfterAFailedFlushIsWrittenInItsNewForm() {
    // Given
    held.put("first", "one", 0);
    held.put("second", "one", 0);
    refused = "second";
    assertThatThrownBy(held::write).hasMessage("no room for second");

    // When
    held.put("first", "two", 0);
    held.put("second", null, 0);
    refused = null;
    held.write();

    // Then
    assertThat(writes).containsExactlyInAnyOrder("first", "first", "second");
    assertThat(beneath).isEqualTo(Map.of("first@0", "two"));
  }

  @Test
  void valueStaysCachedAfterFailedEviction() {
    // Given
    held.put("old", "one", 0);
    held.put("older", "one", 0);
    held.put("new", "one", 1);
    refused = "older";
    assertThatThrownBy(() -> held.leaveBefore(1)).hasMessage("no room for older");

    // When
    String stays = held.get("older", 0);
    String left = held.get("old", 0);
    refused = null;
    held.leaveBefore(1);

    // Then
    assertThat(stays).isEqualTo("one");
    assertThat(left).isEqualTo("one");
    assertThat(reads).as("only evicted values are read").isEqualTo(1);
    assertThat(writes).containsExactly("old", "older");
    assertThat(held.get("older", 0)).isEqualTo("one");
    assertThat(reads).isEqualTo(2);
  }

  @Test
  void afterAFailedEvictionBothValuesStayCached() {
    // Given
    for (int task = 0; task < HeldBack.MAX; task++) {
      held.put("task-" + task, "one", 0);
    }
    refused = "task-0";
    assertThatThrownBy(() -> held.put("new", "one", 0)).hasMessage("no room for task-0");

    // When
    refused = null;
    String newest = held.get("new", 0);
    String oldest = held.get("task-0", 0);
    held.write();

    // Then
    assertThat(newest).isEqualTo("one");
    assertThat(oldest).isEqualTo("one");
    assertThat(reads).isZero();
    assertThat(writes).hasSize(HeldBack.MAX + 1).doesNotHaveDuplicates();
  }

  @Test
  void clearDropsWrittenAndUnwrittenValues() {
    // Given
    held.put("written", "one", 0);
    held.write();
    held.put("written", "two", 0);
    held.put("unwritten", "one", 0);

    // When
    held.forget();
    held.write();

    // Then
    assertThat(writes).containsExactly("written");
    assertThat(held.get("written", 0)).isEqualTo("one");
    assertThat(held.get("unwritten", 0)).isNull();
    assertThat(reads).isEqualTo(2);
  }

  @Test
  void capacityIsRestoredAfterClear() {
    // Given
    for (int task = 0; task < HeldBack.MAX; task++) {
      held.put("forgotten-" + task, "one", 0);
    }

    // When
    held.forget();
    for (int task = 0; task < HeldBack.MAX; task++) {
      held.put("task-" + task, "one", 0);
    }

    // Then
    assertThat(writes).isEmpty();
  }

  @Test
  void usedValuesGetASecondChanceAndOthersAreEvictedInOrder() {
    // Given
    for (int task = 0; task < HeldBack.MAX; task++) {
      held.put("task-" + task, "one", 0);
    }
    held.get("task-0", 0);
    held.put("task-2", "two", 0);

    // When
    for (int more = 0; more < HeldBack.MAX - 2; more++) {
      held.put("more-" + more, "one", 0);
    }

    // Then
    assertThat(writes)
        .hasSize(HeldBack.MAX - 2)
        .startsWith("task-1", "task-3", "task-4")
        .doesNotContain("task-0", "task-2");
    for (int last = 0; last < 4; last++) {
      held.put("last-" + last, "one", 0);
    }
    assertThat(writes).endsWith("more-0", "task-0", "more-1", "task-2");
    assertThat(reads).isZero();
  }
}
