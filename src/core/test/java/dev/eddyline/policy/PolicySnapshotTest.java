package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.TestTags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Published policies override configured ones; newer ones override older ones. */
@Tag(TestTags.TRIES)
class PolicySnapshotTest {

  private final Policy configured = PolicyReader.read("test", "name: configured");
  private final Policy ofBuild = PolicyReader.read("test", "name: configured-build");
  private final PolicySnapshot start =
      PolicySnapshot.of(new Policies(Map.of("build", ofBuild), configured));

  private static PublishedPolicy put(String workflow, long offset) {
    return PublishedPolicy.parsePublishedPolicy(
        workflow, offset, "name: " + workflow + "-" + offset);
  }

  private String name(PolicySnapshot snapshot, String workflow) {
    return snapshot.effectivePolicies().policyForWorkflow(workflow).name();
  }

  @Test
  void withoutAnythingPublishedTheConfigurationDecides() {
    assertThat(name(start, "build")).isEqualTo("configured-build");
    assertThat(name(start, "deploy")).isEqualTo("configured");
    assertThat(start.newestPublishedOffset("build")).isEqualTo(-1);
    assertThat(PolicySource.ofFixedPolicies(start.configured()).current().effectivePolicies())
        .isEqualTo(start.effectivePolicies());
  }

  @Test
  void aPublishedPolicyOverridesTheConfiguredOneOfItsWorkflowOnly() {
    // When
    PolicySnapshot changed = start.withChanges(List.of(put("build", 7)));

    // Then
    assertThat(name(changed, "build")).isEqualTo("build-7");
    assertThat(name(changed, "deploy")).isEqualTo("configured");
    assertThat(name(start, "build")).isEqualTo("configured-build");
  }

  @Test
  void thePolicyNamedDefaultIsThatOfEveryWorkflowWithoutOneOfItsOwn() {
    // When
    PolicySnapshot changed = start.withChanges(List.of(put("default", 3)));

    // Then
    assertThat(name(changed, "deploy")).isEqualTo("default-3");
    assertThat(name(changed, "default")).isEqualTo("default-3");
    assertThat(name(changed, null)).isEqualTo("default-3");
    assertThat(name(changed, "build")).isEqualTo("configured-build");
    assertThat(changed.policyOfExactWorkflow("deploy")).isEmpty();
    assertThat(changed.policyOfExactWorkflow("default")).map(Policy::name).hasValue("default-3");
  }

  @Test
  void deletingAPublishedPolicyRestoresTheConfiguredPolicyOfTheWorkflow() {
    // Given
    PolicySnapshot changed = start.withChanges(List.of(put("build", 3), put("default", 4)));

    // When
    PolicySnapshot back =
        changed.withChanges(
            List.of(
                PublishedPolicy.withdrawn("build", 5), PublishedPolicy.withdrawn("default", 6)));

    // Then
    assertThat(back.effectivePolicies()).isEqualTo(start.effectivePolicies());
    assertThat(back.newestPublishedOffset("build")).isEqualTo(5);
  }

  @Test
  void anOlderChangeIsLeftOutAndLeavesTheSameObject() {
    // Given
    PolicySnapshot newer = start.withChanges(List.of(put("build", 9)));

    // When
    PolicySnapshot same =
        newer.withChanges(
            List.of(put("build", 8), put("build", 9), PublishedPolicy.withdrawn("build", 1)));

    // Then
    assertThat(same).isSameAs(newer);
  }

  @Property
  void newestPolicyOfWorkflowAppliesRegardlessOfChangeOrder(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 0, max = 2) Integer> workflows,
      @ForAll java.util.Random random) {
    // Given
    List<PublishedPolicy> changes = new ArrayList<>();
    for (int workflow : workflows) {
      changes.add(put("w" + workflow, changes.size()));
    }
    PolicySnapshot expected = start.withChanges(changes);

    // When
    List<PublishedPolicy> shuffled = new ArrayList<>(changes);
    java.util.Collections.shuffle(shuffled, random);
    PolicySnapshot oneByOne = start;
    for (PublishedPolicy change : shuffled) {
      oneByOne = oneByOne.withChanges(List.of(change));
    }

    // Then
    assertThat(oneByOne.published()).isEqualTo(expected.published());
    for (PublishedPolicy newest : expected.published().values()) {
      assertThat(newest.offset())
          .isEqualTo(workflows.lastIndexOf(newest.workflow().charAt(1) - '0'));
    }
  }

  @Test
  void aTextThatIsNotAPolicyNamesItsWorkflow() {
    assertThatThrownBy(
            () -> PublishedPolicy.parsePublishedPolicy("build", 1, "name: x\ngate: {loops: 0}"))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessageContainingAll("workflow build: gate.loops: ", "≥ 1", "was 0");
  }

  @Test
  void aPublishedPolicyWithEmptyWorkflowOrNegativeOffsetIsRejected() {
    assertThatThrownBy(() -> PublishedPolicy.withdrawn("", 1)).hasMessageContaining("workflow");
    assertThatThrownBy(() -> PublishedPolicy.withdrawn("w", -1)).hasMessageContaining("was -1");
  }
}
