package dev.eddyline.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.eddyline.access.Role;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.console.edge.GuardedServer;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.signing.DecisionLinks;
import dev.eddyline.signing.DecisionLinks.Link;
import dev.eddyline.signing.SigningKeys;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Decision links that another secret signed. */
class LinkPagesTest {

  private static final Logger LOG = (Logger) LoggerFactory.getLogger(LinkPages.class);

  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

  @BeforeEach
  void collectLog() {
    logged.start();
    LOG.addAppender(logged);
  }

  @AfterEach
  void end() {
    LOG.detachAppender(logged);
  }

  @Test
  void linkOfAnotherSecretNamesTheSettingAndIsLoggedOnceWithoutItsText() {
    // Given
    OutputView view = new OutputView(Clock.systemUTC());
    DecisionLinks links = new DecisionLinks(SigningKeys.randomProcessLocalKeys());
    DecisionLinks others = new DecisionLinks(SigningKeys.randomProcessLocalKeys());
    String query = others.query(new Link("gate-of-another", "on-call", Long.MAX_VALUE / 1_000));
    LinkPages pages = new LinkPages(view, links, new DecisionPages(view, null, null));
    try (GuardedServer server =
        new GuardedServer(
            List.of(TestAccessTokens.namedToken("token-of-all", Role.ADMIN)), pages)) {
      // When
      ApiClient receiver = server.browser(null);
      ApiClient.ApiResponse answer = receiver.get("/api/v1/linked-gate?" + query);
      ApiClient.ApiResponse second = receiver.get("/api/v1/linked-gate?" + query);

      // Then
      assertThat(answer.status()).isEqualTo(403);
      assertThat(answer.json().path("error").asText())
          .isEqualTo(
              "this link is not complete, is not one of Eddyline's, or was signed with another"
                  + " signing.secret than the console's");
      assertThat(second.status()).isEqualTo(403);
    }
    assertThat(logged.list)
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.getLevel()).isEqualTo(Level.WARN);
              assertThat(line.getFormattedMessage() + line.getKeyValuePairs())
                  .contains("signing.secret")
                  .doesNotContain("gate-of-another", "on-call");
            });
  }
}
