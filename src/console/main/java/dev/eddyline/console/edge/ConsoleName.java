package dev.eddyline.console.edge;

import dev.eddyline.config.InvalidSettingException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A name under which browsers reach the console, or the origin of a page.
 *
 * @param scheme http or https; empty where it is not known
 * @param host host name in small letters, an IPv6 address in brackets
 * @param port the port that is written; empty for none
 */
record ConsoleName(Optional<String> scheme, String host, OptionalInt port) {

  private static final Pattern FORM =
      Pattern.compile("(?:(https?)://)?(\\[[0-9a-f:.]+]|[^\\[\\]:/\\s]+)(?::([0-9]{1,5}))?");

  /** Parses a name; empty for an invalid text. */
  static Optional<ConsoleName> of(String text) {
    Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!form.matches()) {
      return Optional.empty();
    }
    OptionalInt port =
        form.group(3) == null
            ? OptionalInt.empty()
            : OptionalInt.of(Integer.parseInt(form.group(3)));
    return Optional.of(new ConsoleName(Optional.ofNullable(form.group(1)), form.group(2), port));
  }

  /**
   * Parses a name from the settings.
   *
   * @throws InvalidSettingException for an invalid text
   */
  static ConsoleName fromSetting(String text) {
    return of(text)
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "http.names: '%s' must be a host name, host:port or https://host:port"
                        .formatted(text)));
  }

  /** The port, or the default port of a scheme. */
  int port(String scheme) {
    return port.orElse(scheme.equals("https") ? 443 : 80);
  }

  /** Whether an origin matches this name. An absent scheme matches any. */
  boolean matchesHostHeaderName(ConsoleName origin) {
    String originScheme = origin.scheme().orElse("");
    return host.equals(origin.host())
        && scheme.map(originScheme::equals).orElse(true)
        && port(originScheme) == origin.port(originScheme);
  }
}
