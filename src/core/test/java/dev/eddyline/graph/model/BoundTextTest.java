package dev.eddyline.graph.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.lint.FindingKind;
import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.GraphLint;
import dev.eddyline.graph.source.GraphFixtures;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoundTextTest {

  private static FindingKind kind(String chart) {
    return GraphLint.lintFindings(GraphFixtures.read(chart).graph()).stream()
        .map(GraphFinding::kind)
        .findFirst()
        .orElse(null);
  }

  private static FindingKind kindOfBack(String label) {
    return kind(
        "flowchart TD\n make --> check{ok?}\n check -->|\"%s\"| make\n check --> done\n"
            .formatted(label));
  }

  private static FindingKind kindOfExit(String label) {
    return kind(
        "flowchart TD\n make --> check{ok?}\n check -->|no| make\n check -->|\"%s\"| done\n"
            .formatted(label));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "retry_count < max_retries",
        "attempts <= config.limit",
        "retry (max 3)",
        "try another round, at most 4",
        "retries > 0",
        "nochmal (höchstens 3 Versuche)",
        "Wiederholung (max 3)",
        "最大3回まで再試行",
        "réessayer 3 fois",
        "try_count < max_tries",
        "nextRound (max 2 rounds)",
        "retry x3",
        "attempt n of 3",
        "try 2/3",
        "retry_count != 3",
        "count < 3",
        "depth < 3",
        "retries left",
        "noch Versuche übrig",
        "attempts remaining",
        "remaining_attempts > 0",
        "errors_per_round < 3",
        "seconds_since_last_retry < 30",
        "no, max 3x",
        "retry 3x",
        "retry 1..3",
        "i < 5",
        "tries < 3, not fatal",
      })
  void usualLabelOfARetryIsAnUnprovenBound(String label) {
    assertThat(kindOfBack(label)).isEqualTo(FindingKind.UNPROVEN_BOUND);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "after 3 attempts",
        "max retries reached",
        "retry_count >= max_retries",
        "no more attempts",
        "retry limit exceeded",
        "3 retries exhausted",
        "after 3 failed attempts",
        "gave up after 5 tries",
        "out of retries",
        "no attempts left",
        "too many retries",
        "nach 3 Versuchen",
        "retry_count == 3",
        "remaining_attempts <= 0",
        "retries_left == 0",
        "Maximale Versuche erreicht",
        "máximo de intentos alcanzado",
        "limite de tentativas atingido",
        "3回失敗",
        "après 3 essais",
        "maxRetriesReached: retries exhausted",
      })
  void usualLabelOfAnExitIsAnUnprovenBound(String label) {
    assertThat(kindOfExit(label)).isEqualTo(FindingKind.UNPROVEN_BOUND);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "retry (5 MB max 3 files)",
        "score < max_score",
        "attempts < queue_length",
        "balance > 0",
        "after 3 attempts, restart",
        "goal reached",
        "no retry",
        "Runde beendet",
        "tour < 3 km",
        "retour",
        "scale 2x",
        "retry on 503",
        "too many files",
        "max size reached",
      })
  void otherLabelIsNoBound(String label) {
    assertThat(kindOfBack(label)).isEqualTo(FindingKind.UNBOUNDED_CYCLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "retry_count < 3 and failed",
        "retry_count < 3 && attempts < 5",
        "tests failed and tries < 3",
        "tries < 3 AND failed",
        "tries < 3",
        "try_count < 3",
        "versuche < 3",
        "anzahlVersuche < 3",
        "intentos < 3",
        "重试次数 < 3",
        "轮次 < 3",
        "cycle < 3",
        "revision_count < 3",
        "(failed or bad) and tries < 3",
        "${(a || b) && tries < 3}",
        "${tries lt 3}",
        "#{tries le 3}",
        "${3 > tries}",
        "=(not(reserved)) and tries < 3",
        "=reserved = false and tries < 3",
        "${retryable == true && tries < 3}",
        "${!(fatal) && tries < 3}",
        "${(!good) && tries < 3}",
      })
  void conjunctionOfComparisonsAndPlainWordsIsAProof(String label) {
    assertThat(kindOfBack(label)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "retry_count < 3 and failed / manual",
        "10 - tries < 3 and failed",
        "(failed) or (bad and tries < 3)",
        "(failed and tries < 3) or bad",
        "failed and 2 * tries < 3",
        "tries < 3 AND failed OR manual",
        "tries < 3 and failed, manual",
        "tries < 3 and failed xor manual",
      })
  void conjunctionOfAnythingElseIsNoProof(String label) {
    assertThat(kindOfBack(label)).isEqualTo(FindingKind.UNPROVEN_BOUND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"retry_count < max_retries", "retry (max 3)"})
  void reasonHasTheMaximum_orAnExampleOfOne(String label) {
    String chart =
        "flowchart TD\n make --> check{ok?}\n check -->|\"%s\"| make\n check --> done\n"
            .formatted(label);

    String reason = GraphLint.lintFindings(GraphFixtures.read(chart).graph()).get(0).reason();

    assertThat(reason).contains("{max: 3}");
    assertThat(reason.contains("with its maximum in place of 3.")).isEqualTo(label.contains("<"));
  }
}
