package dev.eddyline.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {

  @ParameterizedTest
  @CsvSource({"loop, loops", "LOOPS, loops", "attmepts, attempts"})
  void theNearestWordIsTheOneWithTheFewestEdits(String word, String nearest) {
    assertThat(Nearest.of(word, List.of("loops", "attempts"))).contains(nearest);
  }

  @ParameterizedTest
  @CsvSource({"usd, costUsd", "cost, costUsd", "Agent, agentId"})
  void wordThatIsPartOfAKnownOneIsNearIt(String word, String nearest) {
    assertThat(Nearest.of(word, List.of("costUsd", "agentId", "tokens"))).contains(nearest);
    assertThat(Nearest.of("us", List.of("costUsd"))).isEmpty();
  }

  @Test
  void wordFarFromAllOthersIsNotATypo() {
    assertThat(Nearest.of("xyzzy", List.of("loops", "attempts"))).isEmpty();
    assertThat(Nearest.of("x".repeat(1_000_000), List.of("loops"))).isEmpty();
  }

  @Test
  void amongNoWordsNoneIsNearest() {
    assertThat(Nearest.of("x", List.of())).isEmpty();
  }

  @Test
  void hintNamesNearestWord_orIsEmpty() {
    assertThat(Nearest.hint("loop", List.of("loops"))).isEqualTo("; nearest: loops");
    assertThat(Nearest.hint("xyzzy", List.of("loops"))).isEmpty();
  }
}
