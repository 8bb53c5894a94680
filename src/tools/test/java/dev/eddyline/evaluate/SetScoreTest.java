package dev.eddyline.evaluate;

import static dev.eddyline.evaluate.LabelledRunFixtures.alarm;
import static dev.eddyline.evaluate.LabelledRunFixtures.judged;
import static dev.eddyline.evaluate.LabelledRunFixtures.loop;
import static dev.eddyline.evaluate.LabelledRunFixtures.loopIn;
import static dev.eddyline.evaluate.LabelledRunFixtures.loopUntil;
import static dev.eddyline.evaluate.LabelledRunFixtures.noLoop;
import static dev.eddyline.evaluate.LabelledRunFixtures.success;
import static dev.eddyline.evaluate.LabelledRunFixtures.withEvents;
import static dev.eddyline.evaluate.LabelledRunFixtures.withGate;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.evaluate.Mistake.Kind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SetScoreTest {

  private static SetScore score(JudgedRun... runs) {
    return SetScore.compute("set", List.of(runs), 3);
  }

  @Test
  void runsAreCountedByLabelAndAlarm() {
    // When
    SetScore set =
        score(
            judged(loop(4), 5),
            judged(loop(4), 6, 9),
            judged(loop(4)),
            judged(noLoop(), 7),
            judged(noLoop()),
            judged(noLoop()),
            judged(success(false), 8));

    // Then
    assertThat(set.loops()).isEqualTo(3);
    assertThat(set.loopFree()).isEqualTo(3);
    assertThat(set.all().found()).isEqualTo(2);
    assertThat(set.all().falseAlarms()).isEqualTo(1);
    assertThat(set.all().byRun())
        .isEqualTo(new Accuracy(new Proportion(2, 3), new Proportion(2, 3)));
  }

  @ParameterizedTest
  @CsvSource({"6, 0, 0", "7, 1, 1", "13, 1, 1", "14, 0, 0"})
  void alarmFindsALabelledEventUpToTheTolerance(int alarm, int atLabel, int found) {
    // When
    Accuracy byEvent = score(judged(loop(10), alarm)).all().byEvent();

    // Then
    assertThat(byEvent)
        .isEqualTo(new Accuracy(new Proportion(atLabel, 1), new Proportion(found, 1)));
  }

  @Test
  void runsWithUnlabelledEventsDoNotCountByEvent() {
    // When
    Accuracy byEvent =
        score(judged(loopUntil(39), 1), judged(withEvents(Optional.empty(), 10, 20), 10, 30))
            .all()
            .byEvent();

    // Then
    assertThat(byEvent).isEqualTo(new Accuracy(new Proportion(1, 2), new Proportion(1, 2)));
  }

  @ParameterizedTest
  @CsvSource({"20, 1, 0", "21, 0, 1"})
  void alarmAfterTheLatestEventIsLateAndMissed(int alarm, int found, int late) {
    // When
    DetectionScore score = score(judged(loopUntil(20), alarm)).all();

    // Then
    assertThat(score.found()).isEqualTo(found);
    assertThat(score.late()).isEqualTo(late);
    assertThat(score.byRun().recall()).isEqualTo(new Proportion(found, 1));
  }

  @Test
  void eachDetectorHasItsOwnScore() {
    // Given
    LabelledRun looping = judged(loop(4)).run();
    LabelledRun free = judged(noLoop()).run();

    // When
    SetScore set =
        score(
            new JudgedRun(looping, List.of(alarm(5, "a", "b")), OptionalInt.empty()),
            new JudgedRun(free, List.of(alarm(5, "b")), OptionalInt.empty()));

    // Then
    assertThat(set.byDetector()).containsOnlyKeys("a", "b");
    assertThat(set.byDetector().get("a").byRun())
        .isEqualTo(new Accuracy(new Proportion(1, 1), new Proportion(1, 1)));
    assertThat(set.byDetector().get("b").byRun())
        .isEqualTo(new Accuracy(new Proportion(1, 2), new Proportion(1, 1)));
  }

  @Test
  void delayIsCountedInEventsAndToolCalls() {
    // When
    SetScore set =
        score(
            judged("set", loop(4, 20), OptionalInt.of(14), 9),
            judged("set", loop(4), OptionalInt.empty(), 3),
            judged("set", loop(24), OptionalInt.of(9), 8, 9),
            judged("set", loop(4), OptionalInt.empty()),
            judged("set", noLoop(), OptionalInt.of(9), 9));

    // Then
    assertThat(set.toAlarm())
        .isEqualTo(
            new Delay(
                List.of(-1, 5, Delay.NEVER, Delay.NEVER),
                List.of(-1, 2, Delay.NEVER, Delay.NEVER)));
    assertThat(set.toGate()).isEqualTo(new Delay(List.of(10), List.of(5)));
  }

  @Test
  void quantileIsTheSmallestValueThatCoversTheShare() {
    List<Integer> ten = List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);

    assertThat(Delay.quantile(ten, 0.5)).hasValue(5);
    assertThat(Delay.quantile(ten, 0.9)).hasValue(9);
    assertThat(Delay.quantile(List.of(7), 0.9)).hasValue(7);
    assertThat(Delay.quantile(List.of(), 0.5)).isEmpty();
  }

  @Test
  void falseAlarmsAreCountedInRunsThatMustBeSilent() {
    // When
    SetScore set =
        score(
            judged(noLoop(), 1, 2),
            judged(success(true), 3),
            judged(success(true)),
            judged(success(false), 4, 5),
            judged(successfulLoop(), 4),
            judged(loop(4), 4));

    // Then
    assertThat(set.silentEvents()).isEqualTo(120);
    assertThat(set.falseAlarms()).isEqualTo(3);
    assertThat(set.successful()).isEqualTo(2);
    assertThat(set.disturbed()).isEqualTo(1);
    assertThat(set.disturbances()).isEqualTo(1);
  }

  private static RunLabel successfulLoop() {
    return success("people", Optional.of(true), true);
  }

  @ParameterizedTest
  @CsvSource({
    // alarm, found, late, early
    "9, 0, 0, 1",
    "10, 1, 0, 0",
    "15, 1, 0, 0",
    "16, 0, 1, 0",
    "20, 1, 0, 0",
    "26, 0, 1, 0"
  })
  void aVerdictFindsALoopWithinItsSpans(int alarm, int found, int late, int early) {
    // Given
    RunLabel label = loopIn(OptionalInt.of(12), new LoopSpan(10, 15), new LoopSpan(20, 25));

    // When
    SetScore set = score(judged(label, alarm));

    // Then
    assertThat(set.all().found()).isEqualTo(found);
    assertThat(set.all().late()).isEqualTo(late);
    assertThat(set.all().early()).isEqualTo(early);
    assertThat(set.asLabelled()).isEqualTo(found);
    assertThat(set.all().byRun().precision()).isEqualTo(new Proportion(found, found + early));
  }

  @Test
  void aLoopWithAnEarlyVerdict_isFoundButNotAsLabelled() {
    // When
    SetScore set = score(judged(loopIn(OptionalInt.empty(), new LoopSpan(10, 15)), 4, 12));

    // Then
    assertThat(set.all().found()).isEqualTo(1);
    assertThat(set.all().byRun().precision()).isEqualTo(new Proportion(1, 2));
    assertThat(set.asLabelled()).isZero();
  }

  @Test
  void delayIsFromTheWantedEvent_andAMissedLoopIsNeverFound() {
    // Given
    RunLabel label = loopIn(OptionalInt.of(12), new LoopSpan(10, 15));

    // When
    Delay delay =
        score(judged(label, 4, 11), judged(label, 14), judged(label), judged(label, 16)).toAlarm();

    // Then
    assertThat(delay.events()).containsExactly(-1, 2, Delay.NEVER, Delay.NEVER);
    assertThat(delay.missed()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    // label, event of the gate or -1, forbidden, missing, as labelled
    "FORBIDDEN, 12, 1, 0, 0",
    "FORBIDDEN, -1, 0, 0, 1",
    "ALLOWED, 12, 0, 0, 1",
    "ALLOWED, 9, 1, 0, 0",
    "ALLOWED, -1, 0, 0, 1",
    "EXPECTED, 12, 0, 0, 1",
    "EXPECTED, -1, 0, 1, 0"
  })
  void gatesAreComparedWithTheLabel(
      GateLabel gate, int event, int forbidden, int missing, int asLabelled) {
    // Given
    RunLabel label = withGate(loopIn(OptionalInt.empty(), new LoopSpan(10, 15)), gate);
    OptionalInt opened = event < 0 ? OptionalInt.empty() : OptionalInt.of(event);

    // When
    SetScore set = score(judged("set", label, opened, 11));

    // Then
    assertThat(set.falseGates()).isEqualTo(forbidden);
    assertThat(set.missingGates()).isEqualTo(missing);
    assertThat(set.asLabelled()).isEqualTo(asLabelled);
  }

  @Test
  void aGateInARunThatMustBeSilentIsFalse() {
    // When
    SetScore set =
        score(
            judged("set", noLoop(), OptionalInt.of(9), 9),
            judged("set", success(true), OptionalInt.of(9), 9),
            judged("set", success(false), OptionalInt.of(9), 9));

    // Then
    assertThat(set.falseGates()).isEqualTo(2);
  }

  @Test
  void mistakesAreAtTheirPlaceInTheRun() {
    assertThat(Mistake.findAll(judged(loop(6, 9)), 3))
        .containsExactly(new Mistake(Kind.MISSED_LOOP, 6));
    assertThat(Mistake.findAll(judged(loopUntil(30)), 3))
        .containsExactly(new Mistake(Kind.MISSED_LOOP, 30));
    assertThat(Mistake.findAll(judged(loopUntil(30), 31), 3))
        .containsExactly(new Mistake(Kind.LATE_VERDICT, 31));
    assertThat(Mistake.findAll(judged(loop(6, 20), 8, 30), 3))
        .containsExactly(new Mistake(Kind.MISSED_EVENT, 20), new Mistake(Kind.FALSE_ALARM, 30));
    assertThat(Mistake.findAll(judged(noLoop(), 8), 3))
        .containsExactly(new Mistake(Kind.FALSE_ALARM, 8));
    assertThat(Mistake.findAll(judged(success(false), 8), 3)).isEmpty();

    RunLabel label = loopIn(OptionalInt.of(12), new LoopSpan(10, 15));
    assertThat(Mistake.findAll(judged(label, 9), 3))
        .containsExactly(new Mistake(Kind.FALSE_ALARM, 9), new Mistake(Kind.MISSED_LOOP, 12));
    assertThat(Mistake.findAll(judged(label, 9, 16), 3))
        .containsExactly(new Mistake(Kind.FALSE_ALARM, 9), new Mistake(Kind.LATE_VERDICT, 16));
    assertThat(Mistake.findAll(judged("set", label, OptionalInt.of(9), 10), 3))
        .containsExactly(new Mistake(Kind.FALSE_GATE, 9));
    assertThat(Mistake.findAll(judged(withGate(label, GateLabel.EXPECTED), 10), 3))
        .containsExactly(new Mistake(Kind.MISSING_GATE, 39));
  }

  @Test
  void setsOfOneLabelSourceArePooled() {
    // When
    JudgeScore judge =
        JudgeScore.compute(
            "judge",
            List.of(
                judged("runs-b", loop(4), OptionalInt.empty(), 4),
                judged("runs-a", loop(4), OptionalInt.empty()),
                judged("other", loopUntil(4), OptionalInt.empty())),
            3);

    // Then
    assertThat(judge.sets())
        .extracting(SetScore::set)
        .containsExactly("other", "runs-a", "runs-b", "runs-*");
    assertThat(judge.sets().get(3).all().byRun().recall()).isEqualTo(new Proportion(1, 2));
    assertThat(JudgeScore.poolName(List.of("a", "b", "c"))).isEqualTo("a + 2 more");
  }
}
