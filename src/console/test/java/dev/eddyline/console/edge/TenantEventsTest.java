package dev.eddyline.console.edge;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.console.ApiClient;
import dev.eddyline.console.ingest.WriteAuthorizer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events that callers with a scope of some tasks publish. */
class TenantEventsTest extends TenantFixture {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "token-of-the-workflow-build | \"taskId\":\"ci-9\"                                | workflow",
        "token-of-the-workflow-build | \"taskId\":\"ci-9\",\"workflow\":\"treasury\"        | workflow",
        "token-of-the-workflow-build | \"taskId\":\"vault-1\",\"workflow\":\"build\"      | taskId",
        "token-of-the-workflow-build | \"taskId\":\"loose-1\",\"workflow\":\"build\"      | taskId",
        "token-of-the-workflow-build | \"taskId\":\"ci-9\",\"workflow\":\"build\",\"rootTaskId\":\"vault-1\" | rootTaskId",
        "token-of-the-prefix-ci      | \"taskId\":\"vault-1\"                             | taskId",
        "token-of-the-prefix-ci      | \"taskId\":\"ci-9\",\"rootTaskId\":\"vault-1\"     | rootTaskId",
        "token-of-the-prefix-ci      | \"taskId\":\"ci-9\",\"sessionId\":\"vault\"        | sessionId",
        "token-of-the-prefix-ci      | \"taskId\":\"ci-9\",\"tenant\":\"vault-\"           | tenant",
        "token-of-the-workflow-build | \"taskId\":\"ci-9\",\"workflow\":\"build\",\"tenant\":\"vault-\" | tenant",
      })
  void rejectsEventsOutsideScope(String token, String fields, String field) {
    // When
    ApiClient.ApiResponse answer = post(token, fields);

    // Then
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.json().get("field").textValue()).isEqualTo(field);
    assertThat(tenants.published()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "token-of-the-workflow-build | \"taskId\":\"ci-1\",\"workflow\":\"build\"",
        "token-of-the-workflow-build | \"taskId\":\"new\",\"workflow\":\"build\"",
        "token-of-the-prefix-ci      | \"taskId\":\"ci-9\",\"workflow\":\"any\"",
        "token-of-all                | \"taskId\":\"vault-1\"",
      })
  void acceptsEventsWithinScope(String token, String fields) {
    // When
    ApiClient.ApiResponse answer = post(token, fields);

    // Then
    assertThat(answer.status()).as("%s", answer.json()).isEqualTo(202);
    assertThat(tenants.published()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "token-of-the-prefix-ci,      '',                   ci-",
    "token-of-the-prefix-ci,      '\"tenant\":\"ci-\",',  ci-",
    "token-of-the-workflow-build, '',",
    "token-of-all,                '',",
    "token-of-all,                '\"tenant\":\"any\",',  any",
  })
  void publishedEventsCarryTheTaskPrefixOfTheTokenAsTenant(
      String token, String field, String tenant) {
    // When
    ApiClient.ApiResponse answer =
        post(token, field + "\"taskId\":\"ci-9\",\"workflow\":\"build\"");

    // Then
    assertThat(answer.status()).as("%s", answer.json()).isEqualTo(202);
    assertThat(tenants.published().get(0).get(0).getTenant()).isEqualTo(tenant);
  }

  @Test
  void restrictedCallerMayNameOnly100TasksPerRequest() {
    // Given
    String events =
        IntStream.rangeClosed(0, WriteAuthorizer.MAX_TASK_LOOKUPS_PER_REQUEST)
            .mapToObj(
                i ->
                    "{\"taskId\":\"new-%d\",\"workflow\":\"build\",\"type\":\"user_message\",\"text\":\"x\"}"
                        .formatted(i))
            .collect(joining("\n"));

    // When
    ApiClient.ApiResponse restricted = tenants.browser(BUILD).post("/api/v1/events", events);
    ApiClient.ApiResponse unrestricted = tenants.browser(ALL).post("/api/v1/events", events);

    // Then
    assertThat(restricted.status()).isEqualTo(403);
    assertThat(restricted.json().get("error").textValue())
        .contains("may name 100 tasks a request, not 101");
    assertThat(unrestricted.status()).isEqualTo(202);
    assertThat(tenants.published()).hasSize(1);
  }

  private ApiClient.ApiResponse post(String token, String fields) {
    String event = "{%s,\"type\":\"user_message\",\"text\":\"x\"}".formatted(fields);
    return tenants.browser(token).post("/api/v1/events", event, "Accept", "*/*");
  }

  private int decideByEvent(String token, String task) {
    String event =
        "{\"taskId\":\"%s\",\"type\":\"human_intervened\",\"gateId\":\"%s\",\"decision\":\"approve\",\"guidance\":\"x\",\"by\":\"lead\"}"
            .formatted(task, tenants.tasks().gateOf(task));
    return tenants.browser(token).post("/api/v1/events", event, "Accept", "*/*").status();
  }

  @Test
  void noEventDecidesAGate() {
    assertThat(decideByEvent(LOOKS_AND_POSTS, "ci-1")).isEqualTo(400);
    assertThat(decideByEvent(BUILD, "ci-1")).isEqualTo(400);
    assertThat(decideByEvent(ALL, "vault-1")).isEqualTo(400);
  }
}
