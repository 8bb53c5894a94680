package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.FullLane;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is answered before all that was published is known: not that it does not exist. */
@FullLane
class StillReadingIT {

  private final View view = new View(Clock.systemUTC());
  private final WebServer server =
      new WebServer(
          "127.0.0.1",
          0,
          List.of(
              new Guard(
                  new AccessRules("", "", Set.of(), Set.of(), true),
                  new WriteLimit(System::nanoTime),
                  Clock.systemUTC()),
              new ViewPages(view, () -> new ActiveTasks.Figures(0, 1, 1)),
              new DecisionPages(view, null, null)));
  private final Browser browser = new Browser(server.port(), null);

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
