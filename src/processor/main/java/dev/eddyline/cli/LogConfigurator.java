package dev.eddyline.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import net.logstash.logback.encoder.LogstashEncoder;
import net.logstash.logback.fieldnames.LogstashFieldNames;

/**
 * Configures logback in code, because reading XML takes a sixth of the time of a short command. A
 * file in {@code logback.configurationFile}, and {@code logback-test.xml}, have precedence.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_HIGH_PRIORITY)
public final class LogConfigurator extends ContextAwareBase implements Configurator {

  /** The system property for the level of Eddyline's loggers; default: INFO. */
  static final String LEVEL = "eddyline.log.level";

  /** The system property for the level of Kafka's loggers; default: WARN. */
  static final String KAFKA_LEVEL = "eddyline.kafka.log.level";

  private static final Map<String, Level> LEVELS =
      Map.of(
          "org.apache.kafka.streams.StreamsConfig", Level.ERROR,
          // DeadLetterLog logs these, without stack traces
          "org.apache.kafka.streams.errors.LogAndContinueExceptionHandler", Level.OFF,
          "org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler", Level.OFF,
          "org.apache.kafka.streams.processor.internals.RecordDeserializer", Level.OFF,
          // an unavailable broker is reported once, with advice
          "org.apache.kafka.clients.NetworkClient", Level.ERROR,
          // its warnings quote what clients send
          "org.eclipse.jetty", Level.ERROR,
          "io.javalin", Level.WARN,
          // logs each failed call with its address, which may hold credentials
          "org.apache.flink.avro.registry.confluent.shaded.io.confluent", Level.OFF);

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (System.getProperty("logback.configurationFile") != null
        || LogConfigurator.class.getClassLoader().getResource("logback-test.xml") != null) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    setUp(context, false);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** Configures output to standard error: as JSON, or as text for people. */
  static void setUp(LoggerContext context, boolean json) {
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(context);
    appender.setName("stderr");
    appender.setTarget("System.err");
    appender.setEncoder(json ? jsonLines(context) : textLines(context));
    appender.start();
    LEVELS.forEach((logger, level) -> context.getLogger(logger).setLevel(level));
    context
        .getLogger("org.apache.kafka")
        .setLevel(Level.toLevel(System.getProperty(KAFKA_LEVEL), Level.WARN));
    var root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.toLevel(System.getProperty(LEVEL), Level.INFO));
    root.addAppender(appender);
  }

  private static Encoder<ILoggingEvent> textLines(LoggerContext context) {
    TextLayout layout = new TextLayout();
    layout.setContext(context);
    layout.start();
    LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
    encoder.setContext(context);
    encoder.setLayout(layout);
    encoder.setCharset(StandardCharsets.UTF_8);
    encoder.start();
    return encoder;
  }

  /** An encoder that writes the keys of a line as JSON fields. */
  private static Encoder<ILoggingEvent> jsonLines(LoggerContext context) {
    LogstashFieldNames names = new LogstashFieldNames();
    names.setVersion("[ignore]");
    names.setLevelValue("[ignore]");
    names.setLogger("logger");
    names.setThread("thread");
    LogstashEncoder encoder = new PrintableJsonEncoder();
    encoder.setContext(context);
    encoder.setIncludeContext(false);
    encoder.setFieldNames(names);
    encoder.start();
    return encoder;
  }
}
