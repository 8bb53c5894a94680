package dev.eddyline.notifier;

import dev.eddyline.gate.RootResets;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A receiver of notifications.
 *
 * @param name its name: part of its consumer group, label in metrics
 * @param format the form of its notifications
 * @param url where they are sent; for GitHub the repository in the API
 * @param key signs or authenticates them: the secret of a webhook, a token, a routing key; empty
 *     for Slack, whose URL is the secret
 * @param states changes that it receives
 * @param workflows workflows whose gates it receives; empty for all
 * @param decisionLink how long the link to decide is valid; empty for no such link
 */
record NotifierTarget(
    String name,
    TargetFormat format,
    URI url,
    String key,
    Set<GateState> states,
    Set<String> workflows,
    Optional<Duration> decisionLink) {

  NotifierTarget {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(format, "format");
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(key, "key");
    states = Set.copyOf(states);
    workflows = Set.copyOf(workflows);
    Objects.requireNonNull(decisionLink, "decisionLink");
  }

  /** Whether the target receives this change. */
  boolean wants(GateTrigger change) {
    return states.contains(change.getState())
        && !RootResets.isErasureWithoutGate(change)
        && (workflows.isEmpty()
            || change.getWorkflow() != null && workflows.contains(change.getWorkflow()));
  }

  /** Name and host: URL and key may be secrets. */
  @Override
  public String toString() {
    return "%s (%s)".formatted(name, url.getHost());
  }
}
