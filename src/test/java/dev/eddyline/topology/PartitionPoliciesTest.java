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

  private static Published configured(String name) {
    return new Published(PolicyReader.read("test", Published.yaml(name)));
  }

  private static String of(PartitionPolicies policies, String workflow) {
    return policies.inForce().forWorkflow(workflow).name();
  }

  private static List<String> told(List<Switch> switches) {
    return switches.stream().map(s -> s.workflow() + " " + s.name() + " " + s.offset()).toList();
  }

  @Test
  void whatWasUsedIsUsedAgainThoughTheTopicDoesNotHoldItAnyMore() {
    // Given
    begin(configured("base").put("build", 4, "hot")).follow();

    // When: only a rejected record of the workflow remains, so the source does not know it
    PartitionPolicies again = begin(configured("base"));

    // Then
    assertThat(of(again, "build")).isEqualTo("hot");
    assertThat(again.follow()).isEmpty();
    assertThat(of(again, "build")).isEqualTo("hot");
  }

  @Test
  void anOlderSourceChangesNothingAndANewerOneEachWorkflowByItself() {
    // Given
    begin(configured("base").put("build", 4, "hot").put("deploy", 9, "cold")).follow();

    // When
    PartitionPolicies again =
        begin(configured("base").put("build", 6, "hotter").put("deploy", 7, "warm"));

    // Then
    assertThat(of(again, "build")).isEqualTo("hot");
    assertThat(told(again.follow())).containsExactly("build hotter 6");
    assertThat(of(again, "build")).isEqualTo("hotter");
    assertThat(of(again, "deploy")).isEqualTo("cold");
  }

  @Test
  void aPolicyTakenBackStaysTakenBack() {
    // Given
    begin(configured("base").put("build", 4, "hot").withdraw("build", 5)).follow();

    // When
    PartitionPolicies again = begin(configured("base").put("build", 4, "hot"));

    // Then
    assertThat(again.follow()).isEmpty();
    assertThat(of(again, "build")).isEqualTo("base");
  }

  @Test
  void theFirstStartIsNoSwitch_anotherConfigurationIsOne() {
    // Given
    assertThat(begin(configured("base")).follow()).isEmpty();

    // When
    PartitionPolicies again = begin(configured("other"));

    // Then
    assertThat(told(again.follow())).containsExactly("default other -1");
    assertThat(begin(configured("other")).follow()).isEmpty();
  }

  @Test
  void aWorkflowThatTheConfigurationNamesOnlyNow_orNoLonger_isASwitch() {
    // Given
    begin(configured("base")).follow();
    Policy ours = PolicyReader.read("test", Published.yaml("ours") + "\nworkflow: build");
    Policy base = PolicyReader.read("test", Published.yaml("base"));

    // When
    PartitionPolicies named =
        begin(PolicySource.ofFixed(new Policies(Map.of("build", ours), base)));
    List<String> added = told(named.follow());
    List<String> removed = told(begin(configured("base")).follow());

    // Then
    assertThat(added).containsExactly("build ours -1");
    assertThat(removed).containsExactly("build base -1");
    assertThat(begin(configured("base")).follow()).isEmpty();
  }

  @Test
  void anotherConfigurationIsNoSwitchWhereWhatWasPutStandsOverIt() {
    // Given
    begin(configured("base").put("default", 2, "hot")).follow();

    // When
    PartitionPolicies again = begin(configured("other"));

    // Then
    assertThat(again.follow()).isEmpty();
    assertThat(of(again, null)).isEqualTo("hot");
  }

  @Test
  void aTextThatThisVersionCannotReadLeavesTheWorkflowToTheConfiguration_andSaysSoOnce() {
    // Given
    begin(configured("base")).follow();
    store.put("build", new PolicyState(4L, "name: hot\nrule_of_yesterday: {}", "12345678"));

    // When
    PartitionPolicies again = begin(configured("base"));

    // Then
    assertThat(of(again, "build")).isEqualTo("base");
    assertThat(told(again.follow())).containsExactly("build base 4");
    assertThat(store.get("build").getYaml()).contains("rule_of_yesterday");
    assertThat(begin(configured("base")).follow()).isEmpty();
  }

  @Test
  void asLongAsTheSourceIsTheSameNothingIsCompared() {
    // Given
    AtomicInteger asked = new AtomicInteger();
    PolicySnapshot only = configured("base").put("build", 4, "hot").current();
    PartitionPolicies policies =
        begin(
            () -> {
              asked.incrementAndGet();
              return only;
            });
    policies.follow();
    store.put("build", null);

    // When
    List<Switch> second = policies.follow();

    // Then
    assertThat(second).isEmpty();
    assertThat(asked).hasValue(3);
    assertThat(store.get("build")).isNull();
  }
}
