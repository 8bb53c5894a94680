package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.Tries;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/** How often numbers came, text after text. */
@Tag(Tries.TAG)
class OccurrenceCounterTest {

  @Property
  void eachTextStartsWithEmptyCounts(
      @ForAll List<List<@IntRange(min = -40, max = 40) Integer>> texts,
      @ForAll @IntRange(max = 6_000) int expected) {
    for (List<Integer> text : texts) {
      Map<Integer, Integer> meant = new HashMap<>();
      OccurrenceCounter seen =
          OccurrenceCounter.emptyCounterFor(text.size() % 2 == 0 ? expected : 0);

      for (int number : text) {
        assertThat(seen.increment(number)).isEqualTo(meant.merge(number, 1, Integer::sum));
      }
    }
  }

  @Property(tries = 50)
  void asManyAsComeFindRoom(@ForAll @IntRange(min = 1, max = 20_000) int numbers) {
    OccurrenceCounter seen = OccurrenceCounter.emptyCounterFor(0);

    for (long number = 0; number < numbers; number++) {
      assertThat(seen.increment(number << 32)).isOne();
    }
    assertThat(seen.increment(0)).isEqualTo(2);
  }
}
