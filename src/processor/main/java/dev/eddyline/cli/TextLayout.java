package dev.eddyline.cli;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import dev.eddyline.yaml.Printable;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.slf4j.event.KeyValuePair;

/**
 * Formats a log line for people: time, level, logger, message, keys with quoted values. Line breaks
 * and control characters in values are escaped; stack traces are indented.
 */
final class TextLayout extends LayoutBase<ILoggingEvent> {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneId.systemDefault());

  @Override
  public String doLayout(ILoggingEvent event) {
    StringBuilder line =
        new StringBuilder(TIME.format(Instant.ofEpochMilli(event.getTimeStamp())))
            .append(" %-5s ".formatted(event.getLevel()))
            .append(simpleName(event.getLoggerName()))
            .append(' ')
            .append(Printable.escape(String.valueOf(event.getFormattedMessage())));
    List<KeyValuePair> pairs = event.getKeyValuePairs();
    if (pairs != null) {
      pairs.forEach(
          pair ->
              line.append(' ')
                  .append(Printable.escape(pair.key))
                  .append('=')
                  .append(Printable.quote(String.valueOf(pair.value))));
    }
    line.append('\n');
    appendStackTrace(event.getThrowableProxy(), line);
    return line.toString();
  }

  private static String simpleName(String logger) {
    return logger.substring(logger.lastIndexOf('.') + 1);
  }

  private static void appendStackTrace(IThrowableProxy failure, StringBuilder lines) {
    if (failure != null) {
      ThrowableProxyUtil.asString(failure)
          .lines()
          .forEach(line -> lines.append("  ").append(Printable.escape(line.strip())).append('\n'));
    }
  }
}
