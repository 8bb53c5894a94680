package dev.eddyline.detect.actions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.detect.api.Periodicity;
import dev.eddyline.detect.api.Sketch;
import dev.eddyline.outcome.Outcome;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Text;
import dev.eddyline.text.WordBag;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

@Tag(TestTags.TRIES)
class ActionCodecPropertiesTest {

  @Property
  void storedHistoryReadsBackUnchanged(
      @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 40_000) Integer> moves,
      @ForAll @IntRange(min = 1, max = 25) int window) {
    List<ToolAction> all = new ArrayList<>();
    for (int move : moves) {
      all.add(drawn(move, all.size()));
      int size = all.size();
      List<ToolAction> recent = List.copyOf(all.subList(Math.max(0, size - window), size));
      ToolAction older = all.get(move % size);
      WordBag said = WordBag.of(Text.of("said " + move));
      ActionHistory history =
          ActionCodecTest.recent(recent)
              .withRecent(recent, List.of(new Periodicity.Run<>(2, older.withoutResult())), move)
              .withUnmatchedResults(
                  List.of(
                      new UnmatchedResult(
                          "lone-" + move % 7, new Sketch(move, 1, 0, said, false, move % 5 == 0))))
              .withSimilarResultRun(
                  new SimilarResultRun(
                      all.get(size / 2).withoutResult(), 1, 2, 0, true, true, recent.get(0), said));

      assertThat(ActionCodecTest.storeAndRead(history)).isEqualTo(history);
    }
  }

  /** An action of few tools and agents, by a number. */
  private static ToolAction drawn(int move, int place) {
    WordBag words = WordBag.of(Text.of("word ".repeat(move % 5) + move));
    Sketch result =
        switch (move % 3) {
          case 0 -> null;
          case 1 ->
              new Sketch(
                  move, Hash.of(""), 0, words.withoutCounters(), move % 2 == 0, move % 3 == 0);
          default -> new Sketch(-move, move, move % 2, words, move % 3 == 0, move % 2 == 0);
        };
    String id = (move % 11 == 0 ? "é" : "event-") + place;
    long at = 1_700_000_000_000L + (move - 20_000) * 1_000L;
    return new ToolAction(
        move * 7L,
        "tool-" + move % 31,
        move % 2 == 0,
        result,
        move % 9 == 8 ? null : Outcome.of(move % 9),
        "agent-" + move % 3,
        id,
        at,
        move % 12,
        place,
        move % 10 == 0 ? 0 : move,
        move % 5 == 0 ? 0 : move / 8.0);
  }
}
