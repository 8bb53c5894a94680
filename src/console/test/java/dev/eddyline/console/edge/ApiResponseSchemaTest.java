package dev.eddyline.console.edge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.eddyline.access.Role;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.TestAccessTokens;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real answers, checked against the schemas of the API's document. */
class ApiResponseSchemaTest {

  private static final String TOKEN = "token-of-all";

  @TempDir private Path folder;
  private TwoTenantConsole tenants;
  private final ObjectNode document = ApiDocument.build();

  @BeforeEach
  void start() throws IOException {
    tenants = new TwoTenantConsole(folder, TestAccessTokens.namedToken(TOKEN, Role.ADMIN));
  }

  @AfterEach
  void end() {
    tenants.close();
  }

  /** Violations of the document's schema in an answer. */
  private List<String> problems(String method, String path, ApiClient.ApiResponse answer) {
    JsonNode content =
        document
            .path("paths")
            .path(path.split("\\?", 2)[0])
            .path(method)
            .path("responses")
            .path(Integer.toString(answer.status()))
            .path("content");
    ObjectNode schema = content.path("application/json").path("schema").deepCopy();
    schema.set("components", document.get("components"));
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(schema)
        .validate(answer.json())
        .stream()
        .map(Object::toString)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/session",
        "/api/v1/overview",
        "/api/v1/feed/recent",
        "/api/v1/tasks",
        "/api/v1/tasks?limit=1",
        "/api/v1/tasks?limit=0",
        "/api/v1/task?taskId=ci-1",
        "/api/v1/task?taskId=none",
        "/api/v1/task/explanation?taskId=ci-1",
        "/api/v1/task/explanation?taskId=none",
        "/api/v1/leader-context?taskId=ci-1",
        "/api/v1/verdicts",
        "/api/v1/verdicts?loopType=odd",
        "/api/v1/gates",
        "/api/v1/audit",
        "/api/v1/audit?outcome=refused&limit=1",
        "/api/v1/audit?cursor=odd",
        "/api/v1/patterns",
        "/api/v1/patterns?sort=cost&from=1",
        "/api/v1/policies",
        "/api/v1/graphs",
        "/api/v1/graph?workflow=build"
      })
  void responseMatchesSchema(String path) {
    // When
    ApiClient.ApiResponse answer = tenants.browser(TOKEN).get(path);

    // Then
    assertThat(problems("get", path, answer)).isEmpty();
  }

  @Test
  void decisionResponseMatchesSchema() {
    // Given
    String path = "/api/v1/gate/decision?gateId=" + tenants.tasks().gateOf("ci-1");
    String body = "{\"decision\":\"approve\",\"by\":\"lead\"}";

    // When
    ApiClient.ApiResponse first = tenants.browser(TOKEN).post(path, body);
    ApiClient.ApiResponse second = tenants.browser(TOKEN).post(path, body);
    ApiClient.ApiResponse gate =
        tenants.browser(TOKEN).get("/api/v1/gate?gateId=" + tenants.tasks().gateOf("ci-1"));

    // Then
    assertThat(List.of(first.status(), second.status())).containsExactly(202, 409);
    assertThat(problems("post", path, first)).isEmpty();
    assertThat(problems("post", path, second)).isEmpty();
    assertThat(gate.json().get("pending").isObject()).isTrue();
    assertThat(problems("get", "/api/v1/gate", gate)).isEmpty();
  }

  @Test
  void schemaCheckFindsMissingField() {
    // Given
    ApiClient.ApiResponse gate =
        tenants.browser(TOKEN).get("/api/v1/gate?gateId=" + tenants.tasks().gateOf("ci-1"));

    // When
    ((ObjectNode) gate.json()).remove("evidence");

    // Then
    assertThat(problems("get", "/api/v1/gate", gate)).isNotEmpty();
  }
}
