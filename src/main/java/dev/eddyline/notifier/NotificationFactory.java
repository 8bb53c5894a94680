package dev.eddyline.notifier;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.signing.DecisionLinks;
import dev.eddyline.signing.SigningKeys;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * Creates the notifications of changes, with their links.
 *
 * @param consoleUrl address of the console, without a slash at its end; empty for no links
 * @param links signs links to decide; empty without a secret that the console has too
 */
record NotificationFactory(Optional<String> consoleUrl, Optional<DecisionLinks> links) {

  /**
   * The factory of these settings.
   *
   * @throws InvalidSettingException if console.url is not an address
   */
  static NotificationFactory of(Settings settings) {
    SigningKeys keys = SigningKeys.of(settings);
    return new NotificationFactory(
        consoleUrl(settings),
        keys.isShared() ? Optional.of(new DecisionLinks(keys)) : Optional.empty());
  }

  private static Optional<String> consoleUrl(Settings settings) {
    String text = settings.get(Setting.CONSOLE_URL).strip();
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      URI url = new URI(text);
      boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      if (isHttp
          && url.getHost() != null
          && url.getRawUserInfo() == null
          && url.getRawQuery() == null
          && url.getRawFragment() == null) {
        return Optional.of(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      }
    } catch (URISyntaxException wrong) {
      // handled below
    }
    throw new InvalidSettingException(
        "console.url: must be http://… or https://…, without user, ? or #, was '%s'"
            .formatted(text));
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
    Optional<String> gate =
        consoleUrl.map(
            url ->
                url + "/gates?id=" + URLEncoder.encode(change.getGateId(), StandardCharsets.UTF_8));
    Optional<Duration> link =
        change.getState() == GateState.CLOSED ? Optional.empty() : target.decisionLink();
    return new Notification(change, gate, link.map(time -> link(change, target, time)));
  }

  /** The link is the same at every attempt. */
  private String link(GateTrigger change, NotifierTarget target, Duration time) {
    long until = change.getDecidedAt().plus(time).getEpochSecond();
    DecisionLinks.Link link = new DecisionLinks.Link(change.getGateId(), target.name(), until);
    return consoleUrl.orElseThrow() + "/decide?" + links.orElseThrow().query(link);
  }
}
