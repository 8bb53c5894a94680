package dev.eddyline;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The limit and the poll interval of every wait for a condition; JUnit finds it by its file. */
public final class DefaultWait implements BeforeAllCallback {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(LIMIT);
    Awaitility.setDefaultPollInterval(POLL_INTERVAL);
  }
}
