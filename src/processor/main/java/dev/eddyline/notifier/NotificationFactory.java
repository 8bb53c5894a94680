package dev.eddyline.notifier;

import dev.eddyline.config.ConsoleUrl;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Settings;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.signing.DecisionLinks;
import dev.eddyline.signing.SigningKeys;
import java.time.Duration;
import java.util.Optional;

/**
 * Creates the notifications of changes, with their links.
 *
 * @param consoleUrl address of the console; empty for no links
 * @param links signs links to decide; empty without a secret that the console has too
 */
record NotificationFactory(Optional<ConsoleUrl> consoleUrl, Optional<DecisionLinks> links) {

  /**
   * The factory of these settings.
   *
   * @throws InvalidSettingException if console.url is not an address
   */
  static NotificationFactory of(Settings settings) {
    SigningKeys keys = SigningKeys.of(settings);
    return new NotificationFactory(
        ConsoleUrl.of(settings),
        keys.isShared() ? Optional.of(new DecisionLinks(keys)) : Optional.empty());
  }

  /**
   * Checks that a target's links can be created.
   *
   * @throws InvalidSettingException if a setting for them is missing
   */
  void requireLinksOf(NotifierTarget target) {
    if (target.decisionLink().isPresent() && (consoleUrl.isEmpty() || links.isEmpty())) {
      throw new InvalidSettingException(
          "notifier.targets: %s: decisionLink requires console.url and the console's signing.secret"
              .formatted(target.name()));
    }
  }

  /** The notification of a change for a target. */
  Notification create(GateTrigger change, NotifierTarget target) {
    Optional<String> gate = consoleUrl.map(url -> url.gate(change.getGateId()));
    Optional<Duration> link =
        change.getState() == GateState.CLOSED ? Optional.empty() : target.decisionLink();
    return new Notification(change, gate, link.map(time -> link(change, target, time)));
  }

  /** The link is the same at every attempt. */
  private String link(GateTrigger change, NotifierTarget target, Duration time) {
    long until = change.getDecidedAt().plus(time).getEpochSecond();
    DecisionLinks.Link link = new DecisionLinks.Link(change.getGateId(), target.name(), until);
    return consoleUrl.orElseThrow().text() + "/decide?" + links.orElseThrow().query(link);
  }
}
