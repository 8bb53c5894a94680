package dev.eddyline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.policy.PolicySnapshot;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.PolicyState;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A partition that restarts with its stored policies, perhaps on another instance. */
class PartitionPoliciesTest {

  private final SchemaRegistry registry = TopologyRig.mockRegistry();
  private final KeyValueStore<String, PolicyState> store =
      Stores.keyValueStoreBuilder(
              Stores.inMemoryKeyValueStore("policies"),
              Serdes.String(),
              dev.eddyline.registry.AvroSerde.of(PolicyState.class, registry))
          .withLoggingDisabled()
          .build();

  PartitionPoliciesTest() {
    var context = new MockProcessorContext<String, String>();
    store.init(context.getStateStoreContext(), store);
  }

  @AfterEach
  void close() {
    store.close();
    registry.close();
  }

  private PartitionPolicies begin(PolicySource source) {
    return new PartitionPolicies(source, store);
  }

  private static TestPolicySource configured(String name) {
    return new TestPolicySource(PolicyReader.read("test", TestPolicySource.yaml(name)));
  }

  private static String of(PartitionPolicies policies, String workflow) {
    return policies.policiesInForce().policyForWorkflow(workflow).name();
  }

  private static List<String> describeActivations(List<ConfigActivation> switches) {
    return switches.stream().map(s -> s.workflow() + " " + s.name() + " " + s.offset()).toList();
  }

  @Test
  void aStoredPolicyIsUsedAfterItWasCompactedAway() {
    // Given
    begin(configured("base").put("build", 4, "hot")).applyChanges();

    // When: only a rejected record of the workflow remains, so the source does not know it
    PartitionPolicies again = begin(configured("base"));

    // Then
    assertThat(of(again, "build")).isEqualTo("hot");
    assertThat(again.applyChanges()).isEmpty();
    assertThat(of(again, "build")).isEqualTo("hot");
  }

  @Test
  void anOlderSnapshotIsIgnoredAndANewerOneAppliesPerWorkflow() {
    // Given
    begin(configured("base").put("build", 4, "hot").put("deploy", 9, "cold")).applyChanges();

    // When
    PartitionPolicies again =
        begin(configured("base").put("build", 6, "hotter").put("deploy", 7, "warm"));

    // Then
    assertThat(of(again, "build")).isEqualTo("hot");
    assertThat(describeActivations(again.applyChanges())).containsExactly("build hotter 6");
    assertThat(of(again, "build")).isEqualTo("hotter");
    assertThat(of(again, "deploy")).isEqualTo("cold");
  }

  @Test
  void aWithdrawnPolicyStaysWithdrawn() {
    // Given
    begin(configured("base").put("build", 4, "hot").withdraw("build", 5)).applyChanges();

    // When
    PartitionPolicies again = begin(configured("base").put("build", 4, "hot"));

    // Then
    assertThat(again.applyChanges()).isEmpty();
    assertThat(of(again, "build")).isEqualTo("base");
  }

  @Test
  void aChangedConfigurationIsAnActivation_theFirstStartIsNot() {
    // Given
    assertThat(begin(configured("base")).applyChanges()).isEmpty();

    // When
    PartitionPolicies again = begin(configured("other"));

    // Then
    assertThat(describeActivations(again.applyChanges())).containsExactly("default other -1");
    assertThat(begin(configured("other")).applyChanges()).isEmpty();
  }

  @Test
  void addingOrRemovingAConfiguredWorkflowIsAnActivation() {
    // Given
    begin(configured("base")).applyChanges();
    Policy ours = PolicyReader.read("test", TestPolicySource.yaml("ours") + "\nworkflow: build");
    Policy base = PolicyReader.read("test", TestPolicySource.yaml("base"));

    // When
    PartitionPolicies named =
        begin(PolicySource.ofFixedPolicies(new Policies(Map.of("build", ours), base)));
    List<String> added = describeActivations(named.applyChanges());
    List<String> removed = describeActivations(begin(configured("base")).applyChanges());

    // Then
    assertThat(added).containsExactly("build ours -1");
    assertThat(removed).containsExactly("build base -1");
    assertThat(begin(configured("base")).applyChanges()).isEmpty();
  }

  @Test
  void aConfigurationChangeOverriddenByAPublishedPolicyIsNotAnActivation() {
    // Given
    begin(configured("base").put("default", 2, "hot")).applyChanges();

    // When
    PartitionPolicies again = begin(configured("other"));

    // Then
    assertThat(again.applyChanges()).isEmpty();
    assertThat(of(again, null)).isEqualTo("hot");
  }

  @Test
  void unreadableStoredPolicyFallsBackToConfiguration_andIsReportedOnce() {
    // Given
    begin(configured("base")).applyChanges();
    store.put("build", new PolicyState(4L, "name: hot\nrule_of_yesterday: {}", "12345678"));

    // When
    PartitionPolicies again = begin(configured("base"));

    // Then
    assertThat(of(again, "build")).isEqualTo("base");
    assertThat(describeActivations(again.applyChanges())).containsExactly("build base 4");
    assertThat(store.get("build").getYaml()).contains("rule_of_yesterday");
    assertThat(begin(configured("base")).applyChanges()).isEmpty();
  }

  @Test
  void anUnchangedSnapshotIsNotCompared() {
    // Given
    AtomicInteger snapshotReadCount = new AtomicInteger();
    PolicySnapshot only = configured("base").put("build", 4, "hot").current();
    PartitionPolicies policies =
        begin(
            () -> {
              snapshotReadCount.incrementAndGet();
              return only;
            });
    policies.applyChanges();
    store.put("build", null);

    // When
    List<ConfigActivation> second = policies.applyChanges();

    // Then
    assertThat(second).isEmpty();
    assertThat(snapshotReadCount).hasValue(3);
    assertThat(store.get("build")).isNull();
  }
}
