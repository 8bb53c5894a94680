package dev.eddyline.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;

/** Counts the records that Kafka Streams restores from changelogs, by its log. */
final class RestoredRecords implements AutoCloseable {

  private static final Pattern RESTORED_LOG_LINE =
      Pattern.compile("Finished restoring changelog .* total number of (\\d+) records");

  private final AtomicLong records = new AtomicLong();
  private final AtomicLong stores = new AtomicLong();
  private final Logger logger =
      (Logger)
          LoggerFactory.getLogger(
              "org.apache.kafka.streams.processor.internals.StoreChangelogReader");
  private final AppenderBase<ILoggingEvent> listener = new Listener();

  /** Starts counting. */
  RestoredRecords() {
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    listener.setContext(logger.getLoggerContext());
    listener.start();
    logger.addAppender(listener);
  }

  private final class Listener extends AppenderBase<ILoggingEvent> {
    @Override
    protected void append(ILoggingEvent event) {
      Matcher matcher = RESTORED_LOG_LINE.matcher(event.getFormattedMessage());
      if (matcher.find()) {
        records.addAndGet(Long.parseLong(matcher.group(1)));
        stores.incrementAndGet();
      }
    }
  }

  /** Restored records. */
  long records() {
    return records.get();
  }

  /** Restored stores, including those without any record to restore. */
  long stores() {
    return stores.get();
  }

  @Override
  public void close() {
    logger.detachAppender(listener);
    logger.setAdditive(true);
    logger.setLevel(null);
  }
}
