package dev.eddyline.detect.actions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.DetectorHarness;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.FoundLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Equal calls in a circle, and with other work between (specification, section 2). */
class ActionCycleTest {

  private final DetectorHarness<ActionHistory, RepeatedActionLimits> tools =
      DetectorHarness.ofActions().withLimits(RepeatedActionPolicy.of());

  @Test
  void thirdAndEveryFurtherRepetitionOfACallCycleIsALoop() {
    // When
    List<String> found = letters("xababababab");

    // Then
    assertThat(found)
        .containsExactly("", "", "", "", "", "", "cycle 3", "", "cycle 4", "", "cycle 5");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9, 10})
  void cyclesOfUpToTenCallsAreFound(int period) {
    // Given
    String round = "abcdefghij".substring(0, period);

    // When
    List<String> found = letters(round.repeat(4));

    // Then
    assertThat(found.subList(0, 3 * period - 1)).containsOnly("");
    assertThat(found.get(3 * period - 1)).isEqualTo("cycle 3");
    assertThat(found.subList(3 * period, 4 * period - 1)).containsOnly("");
    assertThat(found.get(4 * period - 1)).isEqualTo("cycle 4");
  }

  @Test
  void longerCyclesAreIgnored() {
    assertThat(letters("abcdefghijk".repeat(5))).containsOnly("");
  }

  @Test
  void policyLimitsCycleLengthAndRepetitions() {
    tools.withLimits(
        RepeatedActionPolicy.of("maxPeriod: 2", "cycleOccurrences: 4", "patterns: [cycle]"));

    assertThat(letters("abcabcabcabc")).containsOnly("");
    assertThat(letters("dedededede").indexOf("cycle 4")).isEqualTo(7);
  }

  @Test
  void alternatingEditsAndTestsAreNoCycleWhileTestResultsChange() {
    IntStream.range(0, 12)
        .forEach(
            round -> {
              assertThat(tools.callsAndReturns("edit", "{\"change\":" + round + "}", "ok"))
                  .isEmpty();
              assertThat(tools.callsAndReturns("test", "{}", "failing: " + (40 - round))).isEmpty();
            });
  }

  @Test
  void loopListsCallsFromCycleStart() {
    // Given
    letters("xabcabcab");

    // When
    FoundLoop loop = tools.asAgent("b").callsAndReturns("c", "{}", "c").orElseThrow();

    // Then
    assertThat(loop.getPattern()).isEqualTo("cycle");
    assertThat(loop.getPeriod()).isEqualTo(3);
    assertThat(loop.getOccurrences()).isEqualTo(3);
    assertThat(loop.getMeasured()).isEqualTo(3);
    assertThat(loop.getLimit()).isEqualTo(3);
    assertThat(loop.getReason())
        .isEqualTo(
            "The calls a → b → c were made 3 times, one round after the other, with the same"
                + " results");
    assertThat(loop.getFirstEventId()).isEqualTo("e4");
    assertThat(loop.getCostBefore().getTokens()).isEqualTo(30);
    assertThat(loop.getAgents()).containsExactly("agent-1", "b");
    assertThat(loop.getEvidence())
        .extracting(Evidence::getEventId)
        .containsExactly("e4", "e10", "e12", "e14", "e16", "e18", "e20");
    assertThat(loop.getEvidence())
        .extracting(Evidence::getWhat)
        .containsExactly("a", "a", "b", "c: c", "a", "b", "c: c");
  }

  @Test
  void cycleIdentityDoesNotDependOnEntryPoint() {
    String identity = last("abcabcabc").getIdentity();

    assertThat(last("xbcabcabca").getIdentity()).isEqualTo(identity).startsWith("cycle ");
    assertThat(last("xacbacbacb").getIdentity()).isNotEqualTo(identity);
  }

  @Test
  void theFifthEqualCallAmongTwentyWithOtherWorkBetweenIsALoop() {
    // When
    List<String> found = letters("abacacababa");

    // Then
    assertThat(found)
        .containsExactly("", "", "", "", "", "", "", "", "interleaved 5", "", "interleaved 6");
  }

  @Test
  void equalCallAfterEachDifferentWorkIsNoLoop() {
    assertThat(letters("abacadaeafagahaiajaka")).containsOnly("");
  }

  @Test
  void equalCallAfterEachDifferentFailureIsALoop() {
    // When
    List<String> found = new ArrayList<>();
    for (String other : List.of("b", "c", "d", "e", "f")) {
      found.add(pattern(tools.callsAndReturns("a", "{}", "a")));
      tools.callsAndFails(other, "{}", "no " + other);
    }

    // Then
    assertThat(found).containsExactly("", "", "", "", "interleaved 5");
  }

  @Test
  void equalFailureAfterEachDifferentWorkIsALoop() {
    // When
    List<String> found = new ArrayList<>();
    for (String other : List.of("b", "c", "d", "e", "f")) {
      found.add(pattern(tools.callsAndFails("a", "{}", "a")));
      tools.callsAndReturns(other, "{}", other);
    }

    // Then
    assertThat(found).containsExactly("", "", "", "", "interleaved 5");
  }

  private static String pattern(Optional<FoundLoop> found) {
    return found.map(loop -> loop.getPattern() + " " + loop.getOccurrences()).orElse("");
  }

  @Test
  void interleavedLoopReportsCountAndWindow() {
    // Given
    letters("abacacab");

    // When
    FoundLoop loop = tools.callsAndReturns("a", "{}", "a").orElseThrow();

    // Then
    assertThat(loop.getReason())
        .isEqualTo(
            "The same call of a gave the same result 5 times within the last 20 calls, other work"
                + " between");
    assertThat(loop.getFirstEventId()).isEqualTo("e2");
    assertThat(loop.getIdentity()).isEqualTo(last("aaaa").getIdentity());
    assertThat(loop.getEvidence()).extracting(Evidence::getWhat).containsOnly("a: a").hasSize(5);
  }

  @Test
  void distantEqualCallsAreNoLoop() {
    assertThat(letters("abcdefaghijkalmnopaqrstuavwxyza")).containsOnly("");
  }

  @Test
  void changedResultRestartsTheCount() {
    IntStream.range(0, 4)
        .forEach(
            i -> {
              tools.callsAndReturns("status", "{}", "queued");
              tools.callsAndReturns("other " + i, "{}", "x");
            });
    tools.callsAndReturns("status", "{}", "running");
    tools.callsAndReturns("another", "{}", "x");

    assertThat(tools.callsAndReturns("status", "{}", "queued")).isEmpty();
  }

  @Test
  void equalCallsRunningAreNotInterleaved() {
    tools.withLimits(RepeatedActionPolicy.of("patterns: [interleaved]"));

    assertThat(letters("aaaaaaaa")).containsOnly("");
  }

  @Test
  void callsOutsideTheWindowDoNotCount() {
    tools.withLimits(RepeatedActionPolicy.of("window: 10m"));
    letters("abacacab");

    assertThat(tools.advanceTime(Duration.ofMinutes(10)).callsAndReturns("a", "{}", "a")).isEmpty();
  }

  @Test
  void cycleThatStartedOutsideTheWindowRestartsTheCount() {
    tools.withLimits(RepeatedActionPolicy.of("window: 10m"));
    letters("abab");
    tools.advanceTime(Duration.ofMinutes(9));

    assertThat(letters("ab")).containsExactly("", "cycle 3");
    tools.advanceTime(Duration.ofMinutes(5));
    assertThat(letters("abab")).containsExactly("", "", "", "cycle 3");
  }

  /** One call a letter: its tool and its result; what was found at each, as pattern and number. */
  private List<String> letters(String letters) {
    List<String> found = new ArrayList<>();
    for (int at = 0; at < letters.length(); at++) {
      char letter = letters.charAt(at);
      found.add(
          does(letter).map(loop -> loop.getPattern() + " " + loop.getOccurrences()).orElse(""));
    }
    return found;
  }

  private FoundLoop last(String letters) {
    DetectorHarness<ActionHistory, RepeatedActionLimits> fresh =
        DetectorHarness.ofActions().withLimits(RepeatedActionPolicy.of());
    FoundLoop last = null;
    for (int at = 0; at < letters.length(); at++) {
      char letter = letters.charAt(at);
      last = fresh.callsAndReturns("" + letter, "{}", "" + letter).orElse(null);
    }
    return last;
  }

  private Optional<FoundLoop> does(char letter) {
    return tools.callsAndReturns("" + letter, "{}", "" + letter);
  }
}
