package dev.eddyline.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.cli.ExitCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The end of a failed process that hangs while it closes. */
class ExitWatchdogTest {

  private final Map<Duration, Runnable> delayed = new TreeMap<>();
  private final List<Integer> halts = new ArrayList<>();

  @Test
  void haltsWithTheExitCodeOfTheFailure_afterTheLimit() {
    // Given
    ExitWatchdog watchdog = new ExitWatchdog(delay -> work -> delayed.put(delay, work), halts::add);
    watchdog.start(ExitCode.CLUSTER);
    assertThat(delayed).containsOnlyKeys(ExitWatchdog.CLOSE_LIMIT);
    assertThat(halts).isEmpty();

    // When
    delayed.get(ExitWatchdog.CLOSE_LIMIT).run();

    // Then
    assertThat(halts).containsExactly(ExitCode.CLUSTER);
  }
}
