package dev.eddyline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Which loops are on the counter. */
@Tag(TestTags.TRIES)
class LoopCounterTest {

  private static final Duration WINDOW = Duration.ofMillis(100);

  private static LoopCounter filled(int loops) {
    LoopCounter counter = LoopCounter.EMPTY;
    for (int at = 0; at < loops; at++) {
      counter = counter.withLoop("T", at);
    }
    return counter;
  }

  @Test
  void countIncludesLoopsBeyondIndividuallyStoredOnes() {
    LoopCounter counter = filled(200);

    assertThat(counter.count()).isEqualTo(200);
    assertThat(counter.newestLoops()).hasSize(LoopCounter.MAX_INDIVIDUAL_LOOPS);
    assertThat(counter.withLoop("other", 200).withoutLoopsOfTask("T").count())
        .isEqualTo(201 - (LoopCounter.MAX_INDIVIDUAL_LOOPS - 1));
  }

  @Test
  void removingAllIndividualLoopsEmptiesCounter() {
    assertThat(filled(200).withoutLoopsOfTask("T")).isEqualTo(LoopCounter.EMPTY);
  }

  @Test
  void whenAKnownLoopIsTooOldSoAreAllOlderOnes() {
    LoopCounter counter = filled(200);

    assertThat(counter.within(WINDOW, 236).count()).isEqualTo(200);
    assertThat(counter.within(WINDOW, 237).count()).isEqualTo(LoopCounter.MAX_INDIVIDUAL_LOOPS - 1);
    assertThat(counter.within(WINDOW, 1_000).count()).isZero();
  }

  @Test
  void aLoopAsOldAsTheWindowStillCounts() {
    assertThat(filled(1).within(WINDOW, 100).count()).isEqualTo(1);
    assertThat(filled(1).within(WINDOW, 101).count()).isZero();
  }

  @Property
  void countEqualsBruteForceCountWhileAllLoopsAreStored(
      @ForAll @Size(max = 40) List<@IntRange(min = 0, max = 300) Integer> times,
      @ForAll @IntRange(min = 0, max = 5) int leaver) {
    LoopCounter counter = LoopCounter.EMPTY;
    List<Integer> expected = new ArrayList<>();
    int newest = 0;
    for (int time : times) {
      newest = Math.max(newest, time);
      counter = counter.withLoop("T" + time % 5, time).within(WINDOW, newest);
      expected.add(time);
      long since = newest - WINDOW.toMillis();
      expected.removeIf(earlier -> earlier < since);
      assertThat(counter.count()).isEqualTo(expected.size());
    }
    expected.removeIf(time -> time % 5 == leaver);

    assertThat(counter.withoutLoopsOfTask("T" + leaver).count()).isEqualTo(expected.size());
  }

  @Property
  void theCountIsNeverNegative(
      @ForAll @Size(max = 300) List<@IntRange(min = 0, max = 300) Integer> steps) {
    LoopCounter counter = LoopCounter.EMPTY;
    for (int step : steps) {
      counter =
          switch (step % 10) {
            case 0 -> counter.withoutLoopsOfTask("T" + step % 3);
            case 1 -> counter.within(WINDOW, step);
            default -> counter.withLoop("T" + step % 3, step);
          };
      assertThat(counter.count()).isGreaterThanOrEqualTo(counter.newestLoops().size());
      assertThat(counter.newestLoops()).hasSizeLessThanOrEqualTo(LoopCounter.MAX_INDIVIDUAL_LOOPS);
    }
  }
}
