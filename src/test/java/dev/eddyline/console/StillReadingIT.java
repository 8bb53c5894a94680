package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.FullLane;
import dev.eddyline.access.Role;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Answers while the view is catching up: 503, not 404. */
@FullLane
class StillReadingIT {

  private static final String TOKEN = "a-token-of-some-length";

  private final View view = new View(Clock.systemUTC());
  private final GuardedServer server =
      new GuardedServer(
          List.of(Tokens.of(TOKEN, Role.ADMIN)),
          new ViewPages(view, () -> new ActiveTasks.Figures(0, 1, 1)),
          new DecisionPages(view, null, null));
  private final Browser browser = server.browser(TOKEN);

  @AfterEach
  void end() {
    server.close();
  }

  private List<Browser.Answer> answers() {
    return List.of(
        browser.get("/api/v1/gate?id=g"),
        browser.get("/api/v1/verdict?id=v"),
        browser.decide("g", "approve"));
  }

  @Test
  void whatIsNotKnownYetMayBeAskedForAgain() {
    // When
    List<Browser.Answer> before = answers();
    view.caughtUp(true);
    List<Browser.Answer> after = answers();

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
