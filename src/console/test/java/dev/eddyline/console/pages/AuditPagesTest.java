package dev.eddyline.console.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.access.Role;
import dev.eddyline.audit.ReceiptReader;
import dev.eddyline.audit.ReceiptTopic;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.console.edge.GuardedServer;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.schema.DecisionOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages and exports of the audit over HTTP. */
class AuditPagesTest {

  private static final String TOKEN = "token-of-an-auditor";
  private static final String OTHER = "token-of-another-auditor";
  private static final long NOW = 1_800_000_000_000L;

  private final ReceiptTopic topic = new ReceiptTopic(2);

  private GuardedServer server(ReceiptReader reader) {
    return new GuardedServer(
        List.of(
            TestAccessTokens.namedToken(TOKEN, Role.VIEW),
            TestAccessTokens.namedToken(OTHER, Role.VIEW)),
        new AuditPages(new OutputView(Clock.systemUTC()), reader, () -> 0));
  }

  private void addReceipts(int count) {
    for (int i = 0; i < count; i++) {
      topic.add(
          i % 2,
          ReceiptTopic.receipt("t" + i, NOW + i)
              .setOutcome(i % 10 == 0 ? DecisionOutcome.REFUSED : DecisionOutcome.ACCEPTED)
              .build());
    }
  }

  @Test
  void pagesFollowTheCursorToTheEnd() {
    // Given
    addReceipts(250);
    List<String> tasks = new ArrayList<>();
    try (GuardedServer server = server(topic.reader())) {
      String cursor = "";

      // When
      do {
        JsonNode page =
            server.browser(TOKEN).get("/api/v1/audit?limit=10&outcome=refused" + cursor).json();
        page.get("items").forEach(item -> tasks.add(item.get("taskId").textValue()));
        cursor = page.get("next").isNull() ? null : "&cursor=" + page.get("next").textValue();
      } while (cursor != null);
    }

    // Then
    assertThat(tasks).hasSize(25).doesNotHaveDuplicates().startsWith("t240").endsWith("t0");
  }

  @Test
  void answers503WhileTheTopicCannotBeRead() {
    // Given
    addReceipts(1);
    try (GuardedServer server = server(topic.readerThatFailsAfter(0))) {
      // When
      ApiClient.ApiResponse answer = server.browser(TOKEN).get("/api/v1/audit");

      // Then
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.http().headers().firstValue("Retry-After")).isPresent();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"outcome=odd", "from=x", "cursor=%25", "limit=0", "format=csv"})
  void rejectsInvalidParameter(String query) {
    try (GuardedServer server = server(topic.reader())) {
      ApiClient.ApiResponse answer = server.browser(TOKEN).get("/api/v1/audit?" + query);

      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.json().get("field").textValue()).isEqualTo(query.split("=")[0]);
    }
  }

  @Test
  void exportsAllSelectedReceipts() {
    // Given
    addReceipts(3_000);
    try (GuardedServer server = server(topic.reader())) {
      // When
      HttpResponse<String> csv =
          server.browser(TOKEN).get("/api/v1/audit/export?outcome=accepted").http();
      HttpResponse<String> lines =
          server.browser(TOKEN).get("/api/v1/audit/export?format=jsonl&to=" + (NOW + 5)).http();

      // Then
      assertThat(csv.headers().firstValue("Content-Type")).hasValue("text/csv;charset=utf-8");
      assertThat(csv.headers().firstValue("Content-Disposition"))
          .hasValue("attachment; filename=\"eddyline-audit.csv\"");
      assertThat(csv.body().split("\r\n")).hasSize(1 + 2_700);
      assertThat(lines.body().lines()).hasSize(5).allMatch(line -> line.startsWith("{\"rec"));
    }
  }

  @Test
  void emptyExportHasItsHeaderOnly() {
    try (GuardedServer server = server(topic.reader())) {
      assertThat(server.browser(TOKEN).get("/api/v1/audit/export").http().body().split("\r\n"))
          .hasSize(1);
    }
  }

  @Test
  void failedExportIsSeenToBeIncomplete() {
    // Given
    addReceipts(3_000);
    try (GuardedServer server = server(topic.readerThatFailsAfter(1_000))) {
      // When / Then
      assertThatThrownBy(() -> server.browser(TOKEN).get("/api/v1/audit/export"))
          .hasRootCauseInstanceOf(IOException.class);

      // Then: the failed export does not block the next one for ever
      await().until(() -> export(server, TOKEN) != 429);
    }
  }

  private static int export(GuardedServer server, String token) {
    try {
      return server.browser(token).get("/api/v1/audit/export").status();
    } catch (RuntimeException aborted) {
      return 0;
    }
  }

  @Test
  void callerHasOneExportAtATime() throws Exception {
    // Given: more than fits into buffers, so that the unread export waits for its client
    for (int i = 0; i < 3_000; i++) {
      topic.add(0, ReceiptTopic.receipt("t", NOW + i).setReason("x".repeat(10_000)).build());
    }
    try (GuardedServer server = server(topic.reader())) {
      HttpResponse<InputStream> unread =
          HttpClient.newHttpClient()
              .send(
                  server.browser(TOKEN).request("/api/v1/audit/export").build(),
                  HttpResponse.BodyHandlers.ofInputStream());

      // When
      int second = export(server, TOKEN);
      int ofAnother = server.browser(OTHER).get("/api/v1/audit").status();
      unread.body().close();

      // Then
      assertThat(second).isEqualTo(429);
      assertThat(ofAnother).isEqualTo(200);
      await().until(() -> export(server, TOKEN) == 200);
    }
  }
}
