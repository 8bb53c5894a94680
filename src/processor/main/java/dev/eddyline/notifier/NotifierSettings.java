package dev.eddyline.notifier;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.keys.Durations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Settings of the notifier.
 *
 * @param targets receivers of notifications
 * @param addresses addresses that they may have
 * @param giveUpAfter a notification is dead-lettered when it fails this long after its first
 *     attempt
 * @param notifications creates notifications with their links
 */
record NotifierSettings(
    List<NotifierTarget> targets,
    PublicAddresses addresses,
    Duration giveUpAfter,
    NotificationFactory notifications) {

  private static final Duration LONGEST_GIVE_UP = Duration.ofDays(7);
  private static final Duration SHORTEST_GIVE_UP = Duration.ofSeconds(1);

  /**
   * Reads the settings and the file of targets.
   *
   * @throws InvalidSettingException for a wrong setting or target
   */
  static NotifierSettings of(Settings settings) {
    String file = settings.get(Setting.NOTIFIER_TARGETS).strip();
    if (file.isEmpty()) {
      throw new InvalidSettingException("notifier.targets: is required: a YAML file of targets");
    }
    List<NotifierTarget> targets = TargetReader.read(Path.of(file));
    NotificationFactory notifications = NotificationFactory.of(settings);
    targets.forEach(notifications::requireLinksOf);
    return new NotifierSettings(targets, addresses(settings), giveUpAfter(settings), notifications);
  }

  private static PublicAddresses addresses(Settings settings) {
    List<String> networks =
        Arrays.stream(settings.get(Setting.NOTIFIER_NETWORKS).split(","))
            .map(String::strip)
            .filter(network -> !network.isEmpty())
            .toList();
    try {
      return new PublicAddresses(networks);
    } catch (IllegalArgumentException wrong) {
      throw new InvalidSettingException(
          "notifier.networks: must be IP addresses or networks such as 10.1.0.0/16, separated by"
              + " commas");
    }
  }

  private static Duration giveUpAfter(Settings settings) {
    String text = settings.get(Setting.NOTIFIER_GIVE_UP_AFTER).strip();
    Duration giveUp = Durations.parseWithMaximum(text, LONGEST_GIVE_UP);
    if (giveUp == null || giveUp.compareTo(SHORTEST_GIVE_UP) < 0) {
      throw new InvalidSettingException(
          "notifier.give.up.after: must be 1s to 168h, such as 24h, was '%s'".formatted(text));
    }
    return giveUp;
  }
}
