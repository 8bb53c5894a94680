package dev.eddyline.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.access.Role;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.console.edge.GuardedServer;
import dev.eddyline.console.view.ActiveTasks;
import dev.eddyline.console.view.OutputView;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers while the view is catching up: 503, not 404. */
@Tag(TestTags.CONSOLE)
class ViewCatchUpIT {

  private static final String TOKEN = "a-token-of-some-length";

  private final OutputView view = new OutputView(Clock.systemUTC());
  private final GuardedServer server =
      new GuardedServer(
          List.of(TestAccessTokens.namedToken(TOKEN, Role.ADMIN)),
          new ViewPages(view, () -> new ActiveTasks.ReportedTaskCount(0, 1, 1)),
          new DecisionPages(view, null, null));
  private final ApiClient browser = server.browser(TOKEN);

  @AfterEach
  void end() {
    server.close();
  }

  private List<ApiClient.ApiResponse> answers() {
    return List.of(
        browser.get("/api/v1/gate?gateId=g"),
        browser.get("/api/v1/verdict?verdictId=v"),
        browser.decide("g", "approve"));
  }

  @Test
  void answersRetryAfterDuringCatchUp() {
    // When
    List<ApiClient.ApiResponse> before = answers();
    view.onCaughtUpChanged(true);
    List<ApiClient.ApiResponse> after = answers();

    // Then
    assertThat(before)
        .allSatisfy(
            answer -> {
              assertThat(answer.status()).isEqualTo(503);
              assertThat(answer.http().headers().firstValue("Retry-After")).contains("2");
            });
    assertThat(after).allMatch(answer -> answer.status() == 404);
  }
}
