package dev.eddyline.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The console's address as people reach it.
 *
 * @param text the address, without a slash at its end
 */
public record ConsoleUrl(String text) {

  /**
   * The address of these settings; empty where they have none.
   *
   * @throws InvalidSettingException if console.url is not an address
   */
  public static Optional<ConsoleUrl> of(Settings settings) {
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
        return Optional.of(
            new ConsoleUrl(text.endsWith("/") ? text.substring(0, text.length() - 1) : text));
      }
    } catch (URISyntaxException wrong) {
      // handled below
    }
    throw new InvalidSettingException(
        "console.url: must be http://… or https://…, without user, ? or #, was '%s'"
            .formatted(text));
  }

  /** The page of a gate. */
  public String gate(String gateId) {
    return text + "/gates?id=" + URLEncoder.encode(gateId, StandardCharsets.UTF_8);
  }
}
