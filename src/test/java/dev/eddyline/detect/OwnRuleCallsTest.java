package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.RuleHistory;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.text.Section;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Calls of a custom detector, and its exceptions. */
class OwnRuleCallsTest {

  private static final RuleHistory BEFORE = new RuleHistory(0L, Map.of(), Map.of());
  private static final RuleHistory LOOPED = new RuleHistory(0L, Map.of("loops", 1.0), Map.of());
  private static final Fixed LIMITS = new Fixed(true);

  private record Fixed(boolean enabled) implements Detector.Limits {}

  @Test
  void itIsAskedWhetherItSeesWhatIsMutedAndWaitsAndIsToldOfLoops() {
    // Given
    OwnRule<RuleHistory, Fixed> rule = new OwnRule<>(new Curious(false));

    // When Then
    assertThat(rule.seesMuted(seen())).isTrue();
    assertThat(rule.seesWaiting()).isTrue();
    assertThat(rule.concerns(seen())).isTrue();
    assertThat(rule.looped(seen(), BEFORE, LIMITS)).isEqualTo(LOOPED);
    assertThat(rule.detect(seen(), BEFORE, LIMITS).history()).isEqualTo(LOOPED);
  }

  @Test
  void whatItThrowsStopsNothing() {
    // Given
    OwnRule<RuleHistory, Fixed> rule = new OwnRule<>(new Curious(true));

    // When Then
    assertThat(rule.seesMuted(seen())).isFalse();
    assertThat(rule.seesWaiting()).isFalse();
    assertThat(rule.concerns(seen())).isFalse();
    assertThat(rule.looped(seen(), BEFORE, LIMITS)).isSameAs(BEFORE);
    assertThat(rule.detect(seen(), BEFORE, LIMITS).history()).isSameAs(BEFORE);
  }

  @Test
  void itsHistoryIsKnownForItsOwnByItsStore() {
    // Given
    List<Detector<?, ?>> own = List.of(new OwnRule<>(new Curious(false)));

    // When Then
    assertThat(Detectors.isOf(own, HistoryPlace.own("curious"))).isTrue();
    assertThat(Detectors.isOf(own, HistoryPlace.own("other"))).isFalse();
    assertThat(Detectors.isOf(own, new IdenticalFailure().history())).isFalse();
  }

  @Test
  void itMayNotKeepItsHistoryInTheTasksState() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new OwnRule<>(new IterationLimit()))
        .withMessageContainingAll("iteration_limit", "HistoryPlace.pluginStore");
  }

  private static Observation seen() {
    AgentEvent event = new AgentEvent();
    event.setBody(new UserMessage("hello"));
    return new Observation(
        event,
        0,
        0,
        0,
        new Cost(0L, 0.0, 0L),
        OptionalLong.empty(),
        false,
        false,
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        SignsOfLife.none(),
        new Redaction(200, List.of(), List.of()));
  }

  /**
   * A rule that wants to see everything.
   *
   * @param broken whether it throws whatever it is asked
   */
  private record Curious(boolean broken) implements Detector<RuleHistory, Fixed> {

    private <T> T answer(T answer) {
      if (broken) {
        throw new IllegalStateException("what a mistake in a rule does");
      }
      return answer;
    }

    @Override
    public String key() {
      return "curious";
    }

    @Override
    public String origin() {
      return "a test";
    }

    @Override
    public HistoryPlace<RuleHistory> history() {
      return HistoryPlace.own(key());
    }

    @Override
    public Fixed limits(Section section, Masking masking) {
      return LIMITS;
    }

    @Override
    public boolean concerns(Observation seen) {
      return answer(true);
    }

    @Override
    public boolean seesWaiting() {
      return answer(true);
    }

    @Override
    public boolean seesMuted(Observation seen) {
      return answer(true);
    }

    @Override
    public Finding<RuleHistory> detect(Observation seen, RuleHistory history, Fixed limits) {
      return answer(Finding.none(LOOPED));
    }

    @Override
    public RuleHistory looped(Observation seen, RuleHistory history, Fixed limits) {
      return answer(LOOPED);
    }
  }
}
