package dev.eddyline.console.pages;

import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.console.json.PolicyDraftJson;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.policy.InvalidPolicyException;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.schema.LoopPolicy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Puts policies in force: publishes them to the topic that all instances follow. Thread-safe; one
 * policy at a time.
 */
public final class PolicyWriter {

  private static final Duration READ_TIMEOUT = Duration.ofSeconds(5);

  /** Time for which a next policy waits for the last one. */
  static final Duration NEXT_WAITS = Duration.ofMinutes(1);

  private static final long PAUSE_MILLIS = 20;
  private static final int RETRY_SECONDS = 5;

  /** Publishes records of policies. */
  public interface PolicyTopic {

    /**
     * Publishes a workflow's policy.
     *
     * @return its offset
     * @throws ClusterUnreachableException when it could not be published
     */
    long publish(String workflow, LoopPolicy policy) throws InterruptedException;
  }

  private final PolicySource policies;
  private final PolicyTopic topic;
  private final LongSupplier nanos;
  private final ReentrantLock writing = new ReentrantLock();

  /** The newest policy of each workflow that was published here. Guarded by the lock. */
  private final Map<String, Published> published = new HashMap<>();

  /** An offset, and until when a next policy waits for it: a withdrawn one is never read. */
  private record Published(long offset, long waitUntilNanos) {}

  /** Writes policies to this topic. */
  public PolicyWriter(PolicySource policies, PolicyTopic topic, LongSupplier nanos) {
    this.policies = policies;
    this.topic = topic;
    this.nanos = nanos;
  }

  /**
   * Reads a workflow's policy.
   *
   * @throws ApiException 400 with every problem and its path
   */
  static Policy read(String workflow, String yaml) {
    try {
      return PolicyReader.readFor(workflow, "policy", yaml);
    } catch (InvalidPolicyException invalid) {
      throw ApiException.field("yaml", invalid.getMessage());
    }
  }

  /**
   * Publishes a policy, and waits until this instance has read it, so that the next one can be
   * compared with it.
   *
   * @param author who puts it in force
   * @throws ApiException 400 for an invalid policy, 409 if the version in force is another one, 503
   *     if it could not be published, or while another one is being put in force
   */
  PolicyDraftJson.Taken put(PolicyDraftJson.Put put, String author) {
    Policy policy = read(put.workflow(), put.yaml());
    if (!writing.tryLock()) {
      throw ApiException.serviceUnavailable(
          "another policy is being put in force: one at a time", RETRY_SECONDS);
    }
    try {
      return publish(put, policy, author);
    } finally {
      writing.unlock();
    }
  }

  private PolicyDraftJson.Taken publish(PolicyDraftJson.Put put, Policy policy, String author) {
    Published last = published.get(put.workflow());
    if (last != null
        && last.waitUntilNanos() - nanos.getAsLong() > 0
        && !isRead(put.workflow(), last.offset())) {
      throw ApiException.serviceUnavailable(
          "the last policy of this workflow is not in force yet", RETRY_SECONDS);
    }
    String version = versionInForce(put.workflow());
    if (!version.equals(put.replaces())) {
      throw ApiException.of(
          409,
          "replaces must be the version in force, which is %s: the policy was changed meanwhile"
              .formatted(version));
    }
    try {
      long offset = topic.publish(put.workflow(), new LoopPolicy(put.yaml(), author, put.note()));
      published.put(
          put.workflow(), new Published(offset, nanos.getAsLong() + NEXT_WAITS.toNanos()));
      return new PolicyDraftJson.Taken(
          put.workflow(),
          policy.name(),
          policy.version(),
          offset,
          awaitRead(put.workflow(), offset));
    } catch (ClusterUnreachableException unpublished) {
      throw ApiException.serviceUnavailable(unpublished.getMessage(), RETRY_SECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw ApiException.serviceUnavailable("this instance stops", RETRY_SECONDS);
    }
  }

  /** The version of the policy in force for a workflow. */
  String versionInForce(String workflow) {
    var active = policies.current().effectivePolicies();
    return workflow.equals(PublishedPolicy.DEFAULT)
        ? active.defaultPolicy().version()
        : active.policyForWorkflow(workflow).version();
  }

  private boolean awaitRead(String workflow, long offset) throws InterruptedException {
    long deadline = nanos.getAsLong() + READ_TIMEOUT.toNanos();
    while (!isRead(workflow, offset)) {
      if (nanos.getAsLong() - deadline >= 0) {
        return false;
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    return true;
  }

  private boolean isRead(String workflow, long offset) {
    PublishedPolicy newest = policies.current().published().get(workflow);
    return newest != null && newest.offset() >= offset;
  }
}
