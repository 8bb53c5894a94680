package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.detect.steps.IterationLimit;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.RuleHistory;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.text.Masking;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Calls of a custom detector, and its exceptions. */
class PluginDetectorTest {

  private static final RuleHistory BEFORE = new RuleHistory(0L, Map.of(), Map.of());
  private static final RuleHistory LOOPED = new RuleHistory(0L, Map.of("loops", 1.0), Map.of());
  private static final Fixed LIMITS = new Fixed(true);

  private record Fixed(boolean enabled) implements Detector.Limits {}

  @Test
  void pluginCallbacksAreDelegated() {
    // Given
    PluginDetector<RuleHistory, Fixed> rule = new PluginDetector<>(new Curious(false));

    // When Then
    assertThat(rule.receivesMutedEvent(seen())).isTrue();
    assertThat(rule.receivesEventsWhileWaiting()).isTrue();
    assertThat(rule.supports(seen())).isTrue();
    assertThat(rule.detect(seen(), BEFORE, LIMITS).history()).isEqualTo(LOOPED);
  }

  @Test
  void pluginExceptionYieldsFallbackResults() {
    // Given
    PluginDetector<RuleHistory, Fixed> rule = new PluginDetector<>(new Curious(true));

    // When Then
    assertThat(rule.receivesMutedEvent(seen())).isFalse();
    assertThat(rule.receivesEventsWhileWaiting()).isFalse();
    assertThat(rule.supports(seen())).isFalse();
    assertThat(rule.detect(seen(), BEFORE, LIMITS).history()).isSameAs(BEFORE);
  }

  @Test
  void pluginDeclaresOneCustomLoopWithActionOfPolicies() {
    // Given
    LoopTraits own =
        new LoopTraits(LoopType.CUSTOM, Action.CLOSE, LoopTraits.Escalation.NEVER, null, false);

    // When Then
    assertThat(new PluginDetector<>(declaring(own)).loops()).containsExactly(own);
    assertThatThrownBy(() -> new PluginDetector<>(declaring(own, own)))
        .hasMessageContaining("exactly one type, custom");
    assertThatThrownBy(
            () ->
                new PluginDetector<>(
                    declaring(
                        new LoopTraits(
                            LoopType.CUSTOM, Action.CONTINUE, LoopTraits.Escalation.NEVER))))
        .hasMessageContaining("allowed are");
  }

  private static Curious declaring(LoopTraits... loops) {
    return new Curious(false, List.of(loops));
  }

  @Test
  void pluginMustNotStoreHistoryInTheTaskState() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PluginDetector<>(new IterationLimit()))
        .withMessageContainingAll("iteration_limit", "HistoryPlace.inPluginStore");
  }

  private static EnrichedEvent seen() {
    AgentEvent event = new AgentEvent();
    event.setBody(new UserMessage("hello"));
    return new EnrichedEvent(
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
        ProgressTracker.initialState(),
        new Redaction(200, List.of(), List.of()));
  }

  /**
   * A rule that wants to see everything.
   *
   * @param broken whether it throws whatever it is asked
   */
  private record Curious(boolean broken, List<LoopTraits> loops)
      implements Detector<RuleHistory, Fixed> {

    Curious(boolean broken) {
      this(broken, List.of(LoopTraits.CUSTOM));
    }

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
    public String purpose() {
      return "a test";
    }

    @Override
    public HistoryPlace<RuleHistory> history() {
      return HistoryPlace.inPluginStore(key());
    }

    @Override
    public Fixed limits(Section section, Masking masking) {
      return LIMITS;
    }

    @Override
    public boolean supports(EnrichedEvent enriched) {
      return answer(true);
    }

    @Override
    public boolean receivesEventsWhileWaiting() {
      return answer(true);
    }

    @Override
    public boolean receivesMutedEvent(EnrichedEvent enriched) {
      return answer(true);
    }

    @Override
    public DetectionResult<RuleHistory> detect(
        EnrichedEvent enriched, RuleHistory history, Fixed limits) {
      return answer(DetectionResult.noLoop(LOOPED));
    }
  }
}
