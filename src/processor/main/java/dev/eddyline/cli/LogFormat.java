package dev.eddyline.cli;

import ch.qos.logback.classic.LoggerContext;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import java.util.List;
import org.slf4j.LoggerFactory;

/** The format of log lines: text for people, or JSON with the keys as fields. */
public final class LogFormat {

  private static final String TEXT = "text";
  private static final List<String> ALLOWED = List.of(TEXT, "json");

  private LogFormat() {}

  /**
   * Switches the log to this format.
   *
   * @throws InvalidSettingException for an unknown format
   */
  public static void use(String format) {
    if (!ALLOWED.contains(format)) {
      throw new InvalidSettingException(
          "%s: must be one of %s, was '%s'"
              .formatted(Setting.LOG_FORMAT.key(), String.join(", ", ALLOWED), format));
    }
    if (!format.equals(TEXT)) {
      configure((LoggerContext) LoggerFactory.getILoggerFactory(), format);
    }
  }

  /** Configures a logger context for this format. */
  static void configure(LoggerContext context, String format) {
    context.reset();
    LogConfigurator.setUp(context, !format.equals(TEXT));
  }
}
