package dev.eddyline.console.edge;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/**
 * The address of a trace in a tracing system.
 *
 * @param template the address, in which {@code {traceId}} is replaced by 32 hexadecimal digits
 */
public record TraceUrl(String template) {

  private static final String PLACEHOLDER = "{traceId}";
  private static final String EXAMPLE_ID = "0af7651916cd43dd8448eb211c80319c";

  /**
   * The template of these settings; empty where they have none.
   *
   * @throws InvalidSettingException for another scheme than http or https, a user, or no
   *     placeholder after the host
   */
  public static Optional<TraceUrl> of(Settings settings) {
    String template = settings.get(Setting.CONSOLE_TRACE_URL).strip();
    if (template.isEmpty()) {
      return Optional.empty();
    }
    if (!isValid(template)) {
      throw new InvalidSettingException(
          "console.trace.url: must be http://… or https://…, without user, with {traceId} after the"
              + " host, was '%s'".formatted(template));
    }
    return Optional.of(new TraceUrl(template));
  }

  private static boolean isValid(String template) {
    try {
      URI url = new URI(template.replace(PLACEHOLDER, EXAMPLE_ID));
      boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      return isHttp
          && url.getHost() != null
          && url.getRawUserInfo() == null
          && !url.getHost().contains(EXAMPLE_ID)
          && template.contains(PLACEHOLDER);
    } catch (URISyntaxException invalid) {
      return false;
    }
  }
}
