package dev.eddyline.app;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;

/** A request that is repeated while the server answers 503, as exporters do. */
public final class RepeatedRequest {

  private static final int UNAVAILABLE = 503;
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private RepeatedRequest() {}

  /** The first response with another status. */
  public static <T> T untilAvailable(Callable<T> request, ToIntFunction<T> status) {
    return await("a status other than 503")
        .atMost(LIMIT)
        .pollDelay(Duration.ZERO)
        .until(request, response -> status.applyAsInt(response) != UNAVAILABLE);
  }
}
