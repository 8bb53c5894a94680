package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.json.ReplayDefaults;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.replay.PolicyEffect.Outcome;
import dev.eddyline.schema.LoopType;
import org.junit.jupiter.api.Test;

/** The effect of another policy on the same events. */
class PolicyEffectTest {

  private static final Policies DEFAULT = Policies.load("default");

  private static Policies policy(String more) {
    return Policies.ofSinglePolicy(
        PolicyReader.read("test", "name: draft\nextends: default\n" + more));
  }

  private static PolicyEffect effectOf(Policies draft) throws InvalidEventException {
    PolicyEffect effect = new PolicyEffect(DEFAULT, draft, GraphSnapshot.NONE);
    ReplayDefaults defaults = new ReplayDefaults();
    EventReader reader = new EventReader(defaults);
    for (int i = 0; i < 8; i++) {
      for (String event :
          new String[] {
            "\"taskId\":\"looping\",\"type\":\"failure_reported\",\"message\":\"boom\"",
            "\"taskId\":\"fine\",\"type\":\"user_message\",\"text\":\"go on\""
          }) {
        defaults.setNextLinePosition(event.substring(10, 14), i + 1);
        effect.replay(reader.read("{" + event + "}").event());
      }
    }
    return effect;
  }

  @Test
  void detectorThatIsOffPublishesNothing() throws InvalidEventException {
    // When
    PolicyEffect effect = effectOf(policy("identical_failure: {enabled: false}\n"));

    // Then
    assertThat(effect.tasks()).isEqualTo(2);
    assertThat(effect.total().before().gates()).isEqualTo(1);
    assertThat(effect.byType().get(LoopType.IDENTICAL_FAILURE).before().verdicts()).isPositive();
    assertThat(effect.byType().get(LoopType.IDENTICAL_FAILURE).after()).isEqualTo(Outcome.NONE);
    assertThat(effect.changedTasks())
        .extracting(PolicyEffect.TaskChange::taskId)
        .containsExactly("looping");
  }

  @Test
  void shadowModeOnlyWatches() throws InvalidEventException {
    // When
    PolicyEffect effect = effectOf(policy("mode: shadow\n"));

    // Then
    assertThat(effect.total().after().verdicts()).isZero();
    assertThat(effect.total().after().gates()).isZero();
    assertThat(effect.total().after().watched())
        .isGreaterThanOrEqualTo(effect.total().before().verdicts());
  }

  @Test
  void samePolicyChangesNoTask() throws InvalidEventException {
    // When
    PolicyEffect effect = effectOf(DEFAULT);

    // Then
    assertThat(effect.changedTasks()).isEmpty();
    assertThat(effect.total().after()).isEqualTo(effect.total().before());
  }
}
