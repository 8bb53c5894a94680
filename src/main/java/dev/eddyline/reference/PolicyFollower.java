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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows loop-policies; the newest good snapshot stays whatever goes wrong. */
public final class PolicyFollower implements PolicySource, AutoCloseable {

  /** What is read, as its group and thread are named. */
  static final String WHAT = "policies";

  private static final Logger LOG = LoggerFactory.getLogger(PolicyFollower.class);

  private final PolicyRecords records;
  private final PolicyHistory history = new PolicyHistory();
  private final ReferenceFollower follower;
  private volatile PolicySnapshot snapshot;

  PolicyFollower(
      Policies configured,
      PolicyRecords records,
      Function<ReferenceFollower.Reader, ReferenceFollower> follower) {
    snapshot = PolicySnapshot.of(configured);
    this.records = records;
    this.follower = follower.apply(new Taker());
  }

  /** A follower that stands still until it is started; the registry stays the caller's to close. */
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
                WHAT, TopicRole.LOOP_POLICIES, settings, topics, reader, meters(metrics)));
  }

  /** What is counted of the reading. */
  static ReferenceMeters meters(Metrics metrics) {
    return new ReferenceMeters(
        metrics.policies("taken"),
        metrics.policies("refused"),
        metrics.policyFailures("read"),
        metrics.policyFailures("tell"));
  }

  /** Starts to read; what is to be done once all that is there now has been read is done once. */
  public void start(Runnable whenRead) {
    follower.start(whenRead);
  }

  @Override
  public PolicySnapshot current() {
    return snapshot;
  }

  /** When what is published was, and what was refused lately. */
  public PolicyHistory history() {
    return history;
  }

  /** Ends the reading; the snapshot stays as it is. */
  @Override
  public void close() {
    follower.close();
  }

  private final class Taker implements ReferenceFollower.Reader {

    private final List<PublishedPolicy> changes = new ArrayList<>();

    @Override
    public void take(ConsumerRecord<byte[], byte[]> record) {
      PublishedPolicy change = records.read(record);
      changes.add(change);
      history.taken(change.workflow(), record.timestamp());
      LOG.atInfo()
          .addKeyValue("workflow", change.workflow())
          .addKeyValue("policy", change.policy().map(policy -> policy.name()).orElse("configured"))
          .addKeyValue("version", change.policy().map(policy -> policy.version()).orElse(""))
          .addKeyValue("offset", change.offset())
          .log("policy read");
    }

    @Override
    public void refused(ConsumerRecord<byte[], byte[]> record, Throwable reason) {
      history.refused(record, reason);
    }

    @Override
    public void taken() {
      snapshot = snapshot.with(changes);
      changes.clear();
    }
  }
}
