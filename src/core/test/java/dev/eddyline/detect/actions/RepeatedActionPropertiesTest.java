package dev.eddyline.detect.actions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.detect.DetectorHarness;
import dev.eddyline.schema.FoundLoop;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.Size;

/** Whatever tools are called and answer: the history stays small, and reported loops are sound. */
@Tag(TestTags.TRIES)
class RepeatedActionPropertiesTest {

  /** The most that a history takes with short ids, in bytes. */
  private static final int SMALL = 6_000;

  private static final int FEW = 6;

  private static final String LONG =
      IntStream.range(0, 60).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));

  /** What may happen: a verb, which call of few, and which text of few. */
  record Move(String verb, int call, String text) {}

  @Property
  void historyStaysBoundedAndDetectedLoopsAreConsistent(
      @ForAll("moves") @Size(max = 120) List<Move> moves, @ForAll("limits") String limits) {
    var run = DetectorHarness.ofActions().withLimits(RepeatedActionPolicy.of(limits));
    for (Move move : moves) {
      ActionHistory before = run.history();
      String historyTextBefore = before.toString();

      Optional<FoundLoop> found = play(run, move);

      assertThat(before.toString()).isEqualTo(historyTextBefore);
      assertThat(ActionCodecTest.storeAndRead(run.history())).isEqualTo(run.history());
      assertThat(run.history().pending()).hasSizeLessThanOrEqualTo(16);
      assertThat(run.history().recent()).hasSizeLessThanOrEqualTo(20);
      assertThat(run.history().runs()).hasSizeLessThanOrEqualTo(10);
      found.ifPresent(RepeatedActionPropertiesTest::assertSound);
    }
    assertThat(size(run.history())).isLessThan(SMALL);
  }

  private static void assertSound(FoundLoop loop) {
    assertThat(loop.getMeasured()).isGreaterThanOrEqualTo(loop.getLimit());
    assertThat(loop.getAttempts()).isEqualTo(loop.getOccurrences());
    assertThat(loop.getPeriod()).isBetween(1, 10);
    assertThat(loop.getEvidence()).hasSizeBetween(2, 7).doesNotHaveDuplicates();
    assertThat(loop.getFirstEventId()).isEqualTo(loop.getEvidence().get(0).getEventId());
    assertThat(loop.getAgents()).isNotEmpty();
    assertThat(loop.getReason()).doesNotContain("word0");
  }

  private static Optional<FoundLoop> play(
      DetectorHarness<ActionHistory, RepeatedActionLimits> run, Move move) {
    String id = "c" + move.call();
    String tool = "tool" + (move.call() < FEW ? move.call() % 3 : move.call());
    String arguments = "{\"file\":\"f" + move.call() + "\",\"depth\":1}";
    return switch (move.verb()) {
      case "calls" -> run.callsTool(id, tool, arguments);
      case "returns" -> run.returnsResult(id, tool, move.text());
      case "errs" -> run.returnsError(id, tool, move.text());
      case "retries" -> run.retriesCall(id, tool, arguments, "c" + (move.call() + 1) % 6);
      case "does" -> run.callsAndReturns(tool, arguments, move.text());
      case "does in vain" -> run.callsAndFails(tool, arguments, move.text());
      default -> run.receivesUserMessage(move.text());
    };
  }

  private static int size(ActionHistory history) {
    return ActionCodecTest.written(history).length;
  }

  /** One of few calls most times, else one of many with tools of their own. */
  private static Arbitrary<Integer> calls() {
    return Arbitraries.frequencyOf(
        Tuple.of(8, Arbitraries.integers().between(0, FEW - 1)),
        Tuple.of(1, Arbitraries.integers().between(FEW, 40)));
  }

  @Provide
  Arbitrary<List<Move>> moves() {
    Arbitrary<String> verbs =
        Arbitraries.frequency(
            Tuple.of(16, "does"),
            Tuple.of(8, "does in vain"),
            Tuple.of(4, "calls"),
            Tuple.of(4, "returns"),
            Tuple.of(2, "errs"),
            Tuple.of(2, "retries"),
            Tuple.of(1, "hears"));
    Arbitrary<String> texts = Arbitraries.of("ok", "no such file 'a'", LONG, LONG + " tail", "");
    return Combinators.combine(verbs, calls(), texts).as(Move::new).list();
  }

  @Provide
  Arbitrary<String> limits() {
    return Arbitraries.of(
        "enabled: true",
        "missingOutcome: counts",
        "calls: 2, failingCalls: 2, cycleOccurrences: 2, interleaved: 2, near: 2, stagnant: 2",
        "missingOutcome: counts, window: 10s, maxPeriod: 3",
        "patterns: [near, stagnant]");
  }
}
