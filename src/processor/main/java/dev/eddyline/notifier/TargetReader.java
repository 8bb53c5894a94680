package dev.eddyline.notifier;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.keys.ScalarTypes;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.GateState;
import dev.eddyline.yaml.FileProblem;
import dev.eddyline.yaml.YamlText;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads targets from YAML. No message quotes a URL or a key, which may be secrets. */
final class TargetReader {

  private static final int MAX_TARGETS = 50;
  private static final int LONGEST_NAME = 60;
  private static final int LONGEST_URL = 2_000;
  private static final int LONGEST_KEY = 1_000;
  private static final int MAX_WORKFLOWS = 100;
  private static final int LONGEST_WORKFLOW = 200;
  private static final int SHORTEST_SECRET_BYTES = 24;
  private static final int LONGEST_SECRET_BYTES = 64;
  private static final Duration LONGEST_LINK = Duration.ofDays(7);
  private static final String PAGERDUTY_URL = "https://events.pagerduty.com/v2/enqueue";

  private final List<String> problems = new ArrayList<>();
  private final Set<String> names = new HashSet<>();

  private TargetReader() {}

  /**
   * The targets in a file.
   *
   * @throws InvalidSettingException with every problem and its path
   */
  static List<NotifierTarget> read(Path file) {
    try {
      return read(file.toString(), Files.readString(file));
    } catch (IOException unreadable) {
      throw new InvalidSettingException(
          "notifier.targets: %s cannot be read: %s"
              .formatted(file, FileProblem.reason(unreadable)));
    }
  }

  /** The targets that a text describes. */
  static List<NotifierTarget> read(String place, String yaml) {
    TargetReader reader = new TargetReader();
    List<NotifierTarget> targets = List.of();
    try {
      targets = reader.read(new Section("", YamlText.mapping(yaml), reader.problems));
    } catch (YamlText.InvalidYamlException invalid) {
      reader.problems.add("targets: " + invalid.getMessage());
    }
    if (!reader.problems.isEmpty()) {
      throw new InvalidSettingException(
          "notifier.targets: %s: %s".formatted(place, String.join("; ", reader.problems)));
    }
    return targets;
  }

  /** Incomplete where there are problems. */
  private List<NotifierTarget> read(Section root) {
    List<NotifierTarget> targets = new ArrayList<>();
    root.about("receivers of notifications");
    targets.addAll(root.mappings("targets", List.of(), MAX_TARGETS, this::target));
    if (targets.isEmpty() && problems.isEmpty()) {
      root.addProblem("targets", "is required: a list of at least one");
    }
    root.rejectUnknownKeys();
    return targets;
  }

  private NotifierTarget target(Section entry) {
    String name = entry.requiredText("name", LONGEST_NAME);
    if (!name.isEmpty() && !name.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      entry.addProblem("name", "must have letters, digits and . _ - only, a letter or digit first");
    }
    if (!names.add(name)) {
      entry.addProblem("name", "is that of another target too");
    }
    TargetFormat format =
        entry.oneOf("format", TargetFormat.WEBHOOK, Section.all(TargetFormat.class));
    URI url = url(entry, format);
    String key = key(entry, format);
    Set<GateState> all = EnumSet.of(GateState.OPENED, GateState.UPDATED, GateState.CLOSED);
    Set<GateState> states = entry.someOf("states", all, List.copyOf(all));
    if (states.isEmpty()) {
      entry.addProblem("states", "must hold at least one of opened, updated, closed");
    }
    Set<String> workflows = entry.texts("workflows", Set.of(), MAX_WORKFLOWS, LONGEST_WORKFLOW);
    Optional<Duration> link =
        Optional.ofNullable(
            entry.read("decisionLink", ScalarTypes.duration(LONGEST_LINK, ""), null));
    entry.rejectUnknownKeys();
    return new NotifierTarget(name, format, url, key, states, workflows, link);
  }

  private static URI url(Section entry, TargetFormat format) {
    String text =
        format == TargetFormat.PAGERDUTY && !entry.names().contains("url")
            ? PAGERDUTY_URL
            : entry.requiredText("url", LONGEST_URL);
    if (text.isEmpty()) {
      return URI.create("https://localhost");
    }
    try {
      boolean isGitHub = format == TargetFormat.GITHUB;
      URI url = new URI(isGitHub ? text.replaceFirst("/+$", "") : text);
      boolean isHttp = "https".equals(url.getScheme()) || "http".equals(url.getScheme());
      if (isHttp
          && url.getHost() != null
          && url.getRawUserInfo() == null
          && url.getRawFragment() == null
          && (!isGitHub || url.getRawQuery() == null)) {
        return url;
      }
    } catch (URISyntaxException wrong) {
      // handled below
    }
    entry.addProblem("url", "must be https://… (http://… in a listed network), without user and #");
    return URI.create("https://localhost");
  }

  private static String key(Section entry, TargetFormat format) {
    if (format == TargetFormat.SLACK) {
      return "";
    }
    String key = entry.requiredText("key", LONGEST_KEY).strip();
    if (format == TargetFormat.WEBHOOK && !key.isEmpty() && !isWebhookSecret(key)) {
      entry.addProblem(
          "key",
          "must be %s and %d to %d random bytes in base64"
              .formatted(
                  WebhookChannel.SECRET_PREFIX, SHORTEST_SECRET_BYTES, LONGEST_SECRET_BYTES));
    }
    return key;
  }

  private static boolean isWebhookSecret(String key) {
    if (!key.startsWith(WebhookChannel.SECRET_PREFIX)) {
      return false;
    }
    try {
      int bytes =
          Base64.getDecoder().decode(key.substring(WebhookChannel.SECRET_PREFIX.length())).length;
      return bytes >= SHORTEST_SECRET_BYTES && bytes <= LONGEST_SECRET_BYTES;
    } catch (IllegalArgumentException notBase64) {
      return false;
    }
  }
}
