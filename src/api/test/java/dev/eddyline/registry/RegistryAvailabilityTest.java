package dev.eddyline.registry;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RegistryAvailabilityTest {

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(RegistryAvailability.class);
  private long nanos;
  private final RegistryAvailability availability =
      new RegistryAvailability("http://registry", AvailabilityListener.NONE, () -> nanos);

  @BeforeEach
  void start() {
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(log);
  }

  /** Lets a call fail each second; returns the seconds at which a line was logged. */
  private List<Integer> failEachSecond(Duration outage) {
    List<Integer> logged = new ArrayList<>();
    for (int second = 0; second <= outage.toSeconds(); second++) {
      int before = log.list.size();
      availability.markUnavailable("connection refused");
      if (log.list.size() > before) {
        logged.add(second);
      }
      nanos += Duration.ofSeconds(1).toNanos();
    }
    return logged;
  }

  @Test
  void longOutageIsLoggedWithGrowingGaps() {
    // When
    List<Integer> logged = failEachSecond(Duration.ofHours(4));

    // Then: the gap doubles from a minute up to an hour
    assertThat(logged).containsExactly(0, 60, 180, 420, 900, 1_860, 3_780, 7_380, 10_980);
  }

  @Test
  void endOfOutageIsLoggedOnce_andTheNextOutageBeginsWithShortGaps() {
    // Given
    failEachSecond(Duration.ofMinutes(10));
    log.list.clear();

    // When
    availability.markAvailable();
    availability.markAvailable();

    // Then
    assertThat(log.list)
        .singleElement()
        .satisfies(
            line ->
                assertThat(line.getKeyValuePairs())
                    .anySatisfy(
                        pair -> assertThat(pair.toString()).isEqualTo("outageSeconds=\"601\"")));
    assertThat(failEachSecond(Duration.ofMinutes(2))).containsExactly(0, 60);
  }
}
