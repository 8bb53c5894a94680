package dev.eddyline.console.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.console.json.PolicyDraftJson;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySnapshot;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.schema.LoopPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Putting policies in force. */
class PolicyWriterTest {

  private static final String YAML = "name: ours\nextends: default\ngate: {loops: %d}\n";

  private final AtomicReference<PolicySnapshot> current =
      new AtomicReference<>(PolicySnapshot.of(Policies.load("default")));
  private final List<LoopPolicy> published = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private final PolicyWriter writer = writer(this::publish);

  /** A writer whose clock goes on by a second each time that it is read. */
  private PolicyWriter writer(PolicyWriter.PolicyTopic topic) {
    return new PolicyWriter(
        current::get, topic, () -> nanos.addAndGet(Duration.ofSeconds(1).toNanos()));
  }

  /** What the topic and its follower do. */
  private long publish(String workflow, LoopPolicy policy) {
    published.add(policy);
    long offset = published.size() - 1;
    current.updateAndGet(
        now ->
            now.withChanges(
                List.of(PublishedPolicy.parsePublishedPolicy(workflow, offset, policy.getYaml()))));
    return offset;
  }

  private static PolicyDraftJson.Put put(int loops, String replaces) {
    return new PolicyDraftJson.Put("build", YAML.formatted(loops), replaces, "less noise");
  }

  @Test
  void publishesPolicyThatReplacesTheVersionInForce() {
    // When
    PolicyDraftJson.Taken taken = writer.put(put(5, writer.versionInForce("build")), "ops");

    // Then
    assertThat(taken.active()).isTrue();
    assertThat(taken.version()).isEqualTo(writer.versionInForce("build"));
    assertThat(published).containsExactly(new LoopPolicy(YAML.formatted(5), "ops", "less noise"));
  }

  @Test
  void rejectsPolicyThatReplacesAnOlderVersion() {
    // Given
    String old = writer.versionInForce("build");
    writer.put(put(5, old), "ops");

    // When, Then
    assertThatThrownBy(() -> writer.put(put(7, old), "other"))
        .isInstanceOfSatisfying(
            ApiException.class, refused -> assertThat(refused.status()).isEqualTo(409))
        .hasMessageContaining(writer.versionInForce("build"));
    assertThat(published).hasSize(1);
  }

  @Test
  void policyWaitsUntilTheLastOneIsInForce() {
    // Given: an instance that does not read the topic
    PolicyWriter behind = writer((workflow, policy) -> 7);
    String version = behind.versionInForce("build");

    // When
    PolicyDraftJson.Taken taken = behind.put(put(5, version), "ops");

    // Then
    assertThat(taken.active()).isFalse();
    assertThatThrownBy(() -> behind.put(put(6, version), "other"))
        .isInstanceOfSatisfying(
            ApiException.class, refused -> assertThat(refused.status()).isEqualTo(503));
  }

  @Test
  void policyDoesNotWaitForAWithdrawnOneForEver() {
    // Given: an instance that never reads what it published
    PolicyWriter behind = writer((workflow, policy) -> 7);
    String version = behind.versionInForce("build");
    behind.put(put(5, version), "ops");

    // When
    nanos.addAndGet(PolicyWriter.NEXT_WAITS.toNanos());
    PolicyDraftJson.Taken next = behind.put(put(6, version), "other");

    // Then
    assertThat(next.active()).isFalse();
  }

  @Test
  void rejectsInvalidPolicyWithPath() {
    assertThatThrownBy(() -> writer.put(put(0, writer.versionInForce("build")), "ops"))
        .isInstanceOfSatisfying(
            ApiException.class, refused -> assertThat(refused.status()).isEqualTo(400))
        .hasMessageContaining("gate.loops: must be ≥ 1, was 0");
    assertThat(published).isEmpty();
  }

  @Test
  void unreachableClusterIsReported() {
    // Given
    PolicyWriter cutOff =
        writer(
            (workflow, policy) -> {
              throw new ClusterUnreachableException("loop-policies: no answer", null);
            });

    // When, Then
    assertThatThrownBy(() -> cutOff.put(put(5, cutOff.versionInForce("build")), "ops"))
        .isInstanceOfSatisfying(
            ApiException.class, refused -> assertThat(refused.status()).isEqualTo(503));
  }
}
