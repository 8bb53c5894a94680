package dev.eddyline.reference;

import dev.eddyline.config.Settings;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySnapshot;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.util.Map;
import java.util.function.Function;

/** Follows loop-policies. */
public final class PolicyFollower extends SnapshotFollower<PublishedPolicy, PolicySnapshot>
    implements PolicySource {

  /** Names the topic's group and thread. */
  static final String TOPIC_KIND = "policies";

  PolicyFollower(
      Policies configured,
      PolicyRecords records,
      Function<ReferenceFollower.RecordHandler, ReferenceFollower> follower) {
    super(PolicySnapshot.of(configured), records::read, PolicyFollower::logFields, follower);
  }

  /** A follower that is not started yet; the caller closes the registry. */
  public static PolicyFollower of(
      Policies configured,
      Settings settings,
      TopicCatalogue topics,
      SchemaRegistry registry,
      Metrics metrics) {
    return new PolicyFollower(
        configured,
        new PolicyRecords(registry),
        reader ->
            ReferenceFollower.of(
                TOPIC_KIND, TopicRole.LOOP_POLICIES, settings, topics, reader, metrics));
  }

  private static Map<String, String> logFields(PublishedPolicy change) {
    return Map.of(
        "policy", change.policy().map(policy -> policy.name()).orElse("configured"),
        "version", change.policy().map(policy -> policy.version()).orElse(""));
  }
}
