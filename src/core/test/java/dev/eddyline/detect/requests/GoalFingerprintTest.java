package dev.eddyline.detect.requests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which goals ask for the same. */
class GoalFingerprintTest {

  /** The body of a long goal. */
  private static final String SURVEY =
      "List every greenhouse whose irrigation valves leak, measure the pressure, and order spare"
          + " seals from the usual supplier.";

  private static GoalFingerprint of(String goal) {
    return GoalFingerprint.of(goal).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Fix the login bug                               | Please fix the login bug again
          Book a table for four at noon                   | book a table, for four, at noon!
          Untersuche, warum die Pumpe stillsteht          | Bitte untersuche nochmals, warum die Pumpe stillsteht
          Vérifier la facture du client                   | Vérifie les factures des clients
          检查订单为什么没有送到                              | 请再次检查订单为什么没有送到
          """)
  void courtesyAndFormsOfWordsMakeNoDifference(String one, String other) {
    assertThat(of(one).isSame(of(other))).isTrue();
    assertThat(of(other).isSame(of(one))).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Translate chapter 3 of the novel into Polish    | Translate chapter 4 of the novel into Polish
          Repaint the hull of the Marlena before Friday   | Repaint the hull of the Severine before Friday
          Write a long essay on the topic: owls           | Write a long essay on the topic: bees
          Enable the nightly backup                       | Disable the nightly backup
          Move the crates from Oslo to Bergen             | Move the crates from Bergen to Oslo
          Review the code                                 | Review the code for licences
          Öffne den Schacht im Keller                     | Öffne den Schacht im Hof
          名古屋の在庫を確認する                             | 仙台の在庫を確認する
          检查订单为什么没有送到                              | 检查发票为什么没有送到
          """)
  void anotherObjectIsAnotherGoal(String one, String other) {
    assertThat(of(one).isLike(of(other))).isFalse();
    assertThat(of(other).isLike(of(one))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Quick look. ", "Full depth: ", "Leave nothing out!\n", ""})
  void shortFirstSentenceOfALongGoalIsRewordedFreely(String opening) {
    assertThat(of(opening + SURVEY).isLike(of("Work with great care. " + SURVEY))).isTrue();
  }

  @Test
  void firstSentenceThatNamesSomethingCounts() {
    assertThat(of("Site 4. " + SURVEY).isLike(of("Site 5. " + SURVEY))).isFalse();
  }

  @Test
  void wordInThePlaceOfAnotherCountsInALongGoal() {
    String other = SURVEY.replace("seals", "filters");

    assertThat(of(SURVEY).isLike(of(other))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "explore", "planner!", "???"})
  void oneWordIsNoGoal(String goal) {
    assertThat(GoalFingerprint.of(goal)).isEmpty();
  }

  @Test
  void fingerprintHas32Bytes() {
    assertThat(of(SURVEY.repeat(50)).words().packed().remaining()).isLessThanOrEqualTo(32);
  }
}
