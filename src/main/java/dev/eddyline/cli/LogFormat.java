package dev.eddyline.cli;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import java.net.URL;
import java.util.List;
import org.slf4j.LoggerFactory;

/** How lines of the log are written: for people, or as JSON with the keys beside the message. */
final class LogFormat {

  private static final String TEXT = "text";
  private static final List<String> ALLOWED = List.of(TEXT, "json");

  /** What logback.xml asks for. */
  private static final String VARIABLE = "eddyline.log.format";

  private LogFormat() {}

  /**
   * Writes all further lines in this format.
   *
   * @throws InvalidSettingException for one that there is not
   */
  static void use(String format) {
    if (!ALLOWED.contains(format)) {
      throw new InvalidSettingException(
          "%s: must be one of %s, was '%s'"
              .formatted(Setting.LOG_FORMAT.key(), String.join(", ", ALLOWED), format));
    }
    if (!format.equals(TEXT)) {
      configure((LoggerContext) LoggerFactory.getILoggerFactory(), format);
    }
  }

  /** Sets up a logger context anew. */
  static void configure(LoggerContext context, String format) {
    URL file = LogFormat.class.getClassLoader().getResource("logback.xml");
    JoranConfigurator configurator = new JoranConfigurator();
    context.reset();
    context.putProperty(VARIABLE, format);
    configurator.setContext(context);
    try {
      configurator.doConfigure(file);
    } catch (JoranException wrong) {
      throw new IllegalStateException("logback.xml cannot be used: " + wrong.getMessage(), wrong);
    }
  }
}
