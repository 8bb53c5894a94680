package dev.eddyline.topology;

import dev.eddyline.policy.InvalidPolicyException;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicySnapshot;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.schema.PolicyState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The policies by which a partition decides. They are in its store, text and offset, because
 * loop-policies is compacted: a bad record may have pushed the last good one out. What the source
 * has newer is taken at a record boundary, workflow by workflow; nothing ever goes back.
 */
final class PartitionPolicies {

  /**
   * From a record on, a workflow has another policy.
   *
   * @param workflow the workflow, or {@link PublishedPolicy#DEFAULT}
   * @param policy the policy that it has from then on
   * @param offset where that stands in loop-policies; -1 when the configuration changed
   */
  record Switch(String workflow, Policy policy, long offset) {}

  private static final Logger LOG = LoggerFactory.getLogger(PartitionPolicies.class);

  private final PolicySource source;
  private final KeyValueStore<String, PolicyState> store;
  private final Map<String, PolicyState> kept = new HashMap<>();
  private PolicySnapshot used;
  private PolicySnapshot seen;

  /** The policies that the store holds. */
  PartitionPolicies(PolicySource source, KeyValueStore<String, PolicyState> store) {
    this.source = source;
    this.store = store;
    List<PublishedPolicy> published = new ArrayList<>();
    try (KeyValueIterator<String, PolicyState> all = store.all()) {
      while (all.hasNext()) {
        KeyValue<String, PolicyState> entry = all.next();
        kept.put(entry.key, entry.value);
        if (entry.value.getOffset() >= 0) {
          published.add(published(entry.key, entry.value));
        }
      }
    }
    used = PolicySnapshot.of(source.current().configured()).with(published);
  }

  private static PublishedPolicy published(String workflow, PolicyState state) {
    if (state.getYaml() == null) {
      return PublishedPolicy.withdrawn(workflow, state.getOffset());
    }
    try {
      return PublishedPolicy.of(workflow, state.getOffset(), state.getYaml());
    } catch (InvalidPolicyException refused) {
      // an earlier version of the program took it
      LOG.atError()
          .addKeyValue("workflow", workflow)
          .addKeyValue("offset", state.getOffset())
          .addKeyValue("reason", refused.getMessage())
          .log("a policy in use cannot be read any more: the configuration decides, put a new one");
      return new PublishedPolicy(
          workflow, state.getOffset(), Optional.of(state.getYaml()), Optional.empty());
    }
  }

  /** The policies that decide until the next switch. */
  Policies inForce() {
    return used.inForce();
  }

  /** Takes what is newer, and tells what changed by it: to be called before each record. */
  List<Switch> follow() {
    PolicySnapshot newest = source.current();
    if (newest == seen) {
      return List.of();
    }
    newest.published().values().forEach(this::warnOfOlder);
    used = used.with(newest.published().values());
    seen = newest;
    return switched();
  }

  private List<Switch> switched() {
    TreeSet<String> workflows = new TreeSet<>(used.published().keySet());
    workflows.addAll(used.configured().byWorkflow().keySet());
    workflows.addAll(kept.keySet());
    workflows.add(PublishedPolicy.DEFAULT);
    boolean isFirstStart = kept.isEmpty();
    List<Switch> switches = new ArrayList<>();
    for (String workflow : workflows) {
      PolicyState before = kept.get(workflow);
      PolicyState now = state(workflow);
      if (!now.equals(before)) {
        kept.put(workflow, now);
        store.put(workflow, now);
        // what the configuration says at the first start is no switch
        if (!isFirstStart || now.getOffset() >= 0) {
          Policy policy = used.own(workflow).orElse(used.inForce().otherwise());
          switches.add(new Switch(workflow, policy, now.getOffset()));
        }
      }
    }
    return switches;
  }

  private PolicyState state(String workflow) {
    PublishedPolicy published = used.published().get(workflow);
    return new PolicyState(
        used.offset(workflow),
        published == null ? null : published.yaml().orElse(null),
        used.own(workflow).map(Policy::version).orElse(null));
  }

  private void warnOfOlder(PublishedPolicy change) {
    boolean known = seen != null && seen.offset(change.workflow()) == change.offset();
    if (!known && change.offset() < used.offset(change.workflow())) {
      LOG.atWarn()
          .addKeyValue("workflow", change.workflow())
          .addKeyValue("offset", change.offset())
          .addKeyValue("offset_in_use", used.offset(change.workflow()))
          .log("a policy is older than the one in use and is not taken; was its topic made anew?");
    }
  }
}
