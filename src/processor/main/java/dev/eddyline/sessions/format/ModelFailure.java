package dev.eddyline.sessions.format;

import java.util.Locale;
import java.util.regex.Pattern;

/** The error type of a failed call of a model. */
final class ModelFailure {

  private static final Pattern RATE_LIMIT =
      Pattern.compile("\\b429\\b|rate.?limit|usage.?limit|quota|resource_exhausted");
  private static final Pattern AUTHENTICATION =
      Pattern.compile("\\b40[13]\\b|authenticat|unauthori[sz]ed|api.?key|forbidden|permission");
  private static final Pattern NETWORK =
      Pattern.compile(
          "\\b5\\d\\d\\b|overloaded|server.?error|unavailable|time.?out|timed out|connection|stream"
              + "|network|econn|socket");

  private ModelFailure() {}

  /** The error type for an error code or message. */
  static String typeOf(String message) {
    String text = message.toLowerCase(Locale.ROOT);
    if (RATE_LIMIT.matcher(text).find()) {
      return "rate_limit";
    }
    if (AUTHENTICATION.matcher(text).find()) {
      return "authentication";
    }
    return NETWORK.matcher(text).find() ? "network" : "model";
  }
}
