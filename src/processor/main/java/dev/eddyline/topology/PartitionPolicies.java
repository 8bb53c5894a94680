package dev.eddyline.topology;

import dev.eddyline.policy.InvalidPolicyException;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicySnapshot;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.PolicyState;
import dev.eddyline.topics.TopicRole;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The policies of a partition. */
final class PartitionPolicies
    extends PartitionConfig<PublishedPolicy, PolicySnapshot, PolicyState> {

  private static final Logger LOG = LoggerFactory.getLogger(PartitionPolicies.class);

  /** The policies in the store. */
  PartitionPolicies(PolicySource source, KeyValueStore<String, PolicyState> store) {
    super(source::current, store, PolicyState::getOffset, PartitionPolicies::toPublishedPolicy);
  }

  private static PublishedPolicy toPublishedPolicy(String workflow, PolicyState state) {
    if (state.getYaml() == null) {
      return PublishedPolicy.withdrawn(workflow, state.getOffset());
    }
    try {
      return PublishedPolicy.parsePublishedPolicy(workflow, state.getOffset(), state.getYaml());
    } catch (InvalidPolicyException invalid) {
      // an earlier version of the program accepted it
      LOG.atError()
          .addKeyValue("workflow", workflow)
          .addKeyValue("offset", state.getOffset())
          .addKeyValue("reason", invalid.getMessage())
          .log("policy unreadable: this version cannot parse it, using the configuration");
      return PublishedPolicy.unreadable(workflow, state.getOffset(), Optional.of(state.getYaml()));
    }
  }

  /** The policies in force until the next config change. */
  Policies policiesInForce() {
    return snapshotInUse().effectivePolicies();
  }

  @Override
  List<String> unconfiguredWorkflowsToCompare() {
    return List.of(PublishedPolicy.DEFAULT);
  }

  @Override
  PolicyState createStoredState(String workflow, PolicySnapshot now) {
    PublishedPolicy published = now.published().get(workflow);
    return new PolicyState(
        now.newestPublishedOffset(workflow),
        published == null ? null : published.yaml().orElse(null),
        now.policyOfExactWorkflow(workflow).map(Policy::version).orElse(null));
  }

  @Override
  ConfigActivation createActivation(String workflow, PolicySnapshot now, PolicyState state) {
    Policy policy =
        now.policyOfExactWorkflow(workflow).orElse(now.effectivePolicies().defaultPolicy());
    return new ConfigActivation(
        JournalKind.POLICY,
        TopicRole.LOOP_POLICIES,
        workflow,
        state.getOffset(),
        policy.name(),
        policy.version());
  }
}
