package dev.eddyline.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.access.Role;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.console.edge.GuardedServer;
import dev.eddyline.console.view.ActiveTasks;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.console.web.CpuLimiter;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expensive requests while all processors for them are busy. */
class CpuLimiterTest {

  private static final String TOKEN = "a-token-of-some-length";

  private final CpuLimiter share = new CpuLimiter(1, 1);
  private final GuardedServer server =
      new GuardedServer(
          List.of(TestAccessTokens.namedToken(TOKEN, Role.VIEW)),
          new ViewPages(
              new OutputView(Clock.systemUTC()),
              () -> new ActiveTasks.ReportedTaskCount(0, 1, 1),
              share));
  private final CountDownLatch busy = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private CompletableFuture<?> work = CompletableFuture.completedFuture(null);

  @AfterEach
  void end() {
    end.countDown();
    work.join();
    thread.shutdown();
    server.close();
  }

  private void acquireAllProcessorPermits() throws InterruptedException {
    work = CompletableFuture.runAsync(() -> share.run(this::waitForEnd), thread);
    busy.await();
  }

  private boolean waitForEnd() {
    busy.countDown();
    try {
      end.await();
      return true;
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }

  private ApiClient.ApiResponse get(String path) {
    return server.browser(TOKEN).get(path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"overview", "feed/recent", "tasks", "verdicts", "gates"})
  void expensivePagesWaitForProcessor(String page) throws Exception {
    // Given
    acquireAllProcessorPermits();

    // When
    ApiClient.ApiResponse refused = get("/api/v1/" + page);
    JsonNode answer = refused.json();
    end.countDown();
    work.join();

    // Then
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.http().headers().firstValue("Retry-After")).contains("1");
    assertThat(answer.get("retryAfterSeconds").intValue()).isEqualTo(1);
    assertThat(get("/api/v1/" + page).status()).isEqualTo(200);
  }

  @Test
  void cheapPageDoesNotWait() throws Exception {
    // Given
    acquireAllProcessorPermits();

    // When, Then
    assertThat(get("/api/v1/gate").status()).isEqualTo(400);
  }
}
