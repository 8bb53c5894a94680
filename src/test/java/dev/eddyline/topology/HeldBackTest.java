package dev.eddyline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeldBackTest {

  private final Map<String, String> beneath = new HashMap<>();
  private int reads;
  private final HeldBack<String> held =
      new HeldBack<>(
          (key, window) -> {
            reads++;
            return beneath.get(key + "@" + window);
          },
          (key, value, window) -> {
            if (value == null) {
              beneath.remove(key + "@" + window);
            } else {
              beneath.put(key + "@" + window, value);
            }
          });

  @ParameterizedTest
  @ValueSource(ints = {1, 20, HeldBack.MAX / 2, 2 * HeldBack.MAX})
  void givesWhatWasPutWhateverStaysAndWritesAllOfIt(int keys) {
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
  void keepsWhatIsUsedThroughManyThatAreAskedForOnce() {
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
  void keepsTheNewestThoughAllOthersAreUsed() {
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
}
