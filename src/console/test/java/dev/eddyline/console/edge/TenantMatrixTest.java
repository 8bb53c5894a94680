package dev.eddyline.console.edge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.console.ApiClient;
import io.javalin.http.HandlerType;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every endpoint, called with a scope of some tasks. */
class TenantMatrixTest extends TenantFixture {

  /** Paths of the routes that answer about one thing: task, its gate, verdict or workflow. */
  private Map<Route, String> ones(String task, String gate, String verdict, String workflow) {
    Map<Route, String> paths = new EnumMap<>(Route.class);
    paths.put(Route.TASK, "?taskId=" + task);
    paths.put(Route.EXPLANATION, "?taskId=" + task);
    paths.put(Route.LEADER_CONTEXT, "?taskId=" + task);
    paths.put(Route.GATE, "?gateId=" + gate);
    paths.put(Route.DECISION, "?gateId=" + gate);
    paths.put(Route.VERDICT, "?verdictId=" + verdict);
    paths.put(Route.GRAPH, "?workflow=" + workflow);
    paths.replaceAll((route, query) -> route.paths().get(0) + query);
    return paths;
  }

  private Map<Route, String> onesOf(String task, String workflow) {
    return ones(task, tenants.tasks().gateOf(task), tenants.tasks().verdictOf(task), workflow);
  }

  private ApiClient.ApiResponse ask(String token, Route route, String path) {
    String decision = "{\"decision\":\"approve\",\"guidance\":\"go on\",\"by\":\"lead\"}";
    return route.method().equals(HandlerType.GET)
        ? tenants.browser(token).get(path)
        : tenants.browser(token).post(path, decision, "Accept", "*/*");
  }

  private static Stream<Route> routesOf(Route.ScopeHandling narrowing) {
    return Arrays.stream(Route.values()).filter(route -> route.scopeHandling() == narrowing);
  }

  static Stream<Route> ones() {
    return routesOf(Route.ScopeHandling.ONE);
  }

  static Stream<Route> items() {
    return routesOf(Route.ScopeHandling.ITEMS).filter(route -> route != Route.FEED);
  }

  @ParameterizedTest
  @MethodSource("ones")
  void otherTenantsItemsAreNotFound(Route route) {
    // When
    ApiClient.ApiResponse unknown =
        ask(BUILD, route, ones("nobody", "none", "none", "none").get(route));
    ApiClient.ApiResponse other = ask(BUILD, route, onesOf("vault-1", "treasury").get(route));
    ApiClient.ApiResponse loose = ask(BUILD, route, onesOf("loose-1", "none").get(route));
    ApiClient.ApiResponse otherByPrefix =
        ask(PREFIX, route, onesOf("vault-1", "treasury").get(route));
    ApiClient.ApiResponse own = ask(BUILD, route, onesOf("ci-1", "build").get(route));
    ApiClient.ApiResponse all = ask(ALL, route, onesOf("vault-1", "treasury").get(route));

    // Then
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(List.of(other, loose, otherByPrefix))
        .allSatisfy(
            answer -> {
              assertThat(answer.status()).isEqualTo(404);
              assertThat(answer.json()).isEqualTo(unknown.json());
            });
    assertThat(List.of(own, all)).allMatch(answer -> answer.status() / 100 == 2);
    assertThat(own.http().body()).doesNotContain("vault-1", "loose-1");
  }

  @ParameterizedTest
  @MethodSource("items")
  void listsExcludeOtherTenants(Route route) {
    // When
    String own = ask(BUILD, route, route.paths().get(0)).http().body();
    String byPrefix = ask(PREFIX, route, route.paths().get(0)).http().body();
    String all = ask(ALL, route, route.paths().get(0)).http().body();

    // Then
    assertThat(all).containsAnyOf("vault-1", "treasury");
    assertThat(own).doesNotContain("vault-1", "treasury", "loose-1").containsAnyOf("ci-1", "build");
    assertThat(byPrefix).doesNotContain("vault-1", "treasury", "loose-1");
  }

  @Test
  void receiptWithoutWorkflowBelongsToTheWorkflowOfItsTask() {
    // Given
    tenants.receipt("ci-1", null);

    // When
    String own = tenants.browser(BUILD).get("/api/v1/audit").http().body();
    String all = tenants.browser(ALL).get("/api/v1/audit").http().body();

    // Then
    assertThat(own.split("\"receiptId\"", -1)).hasSize(3);
    assertThat(all.split("\"receiptId\"", -1)).hasSize(5);
  }

  @Test
  void receiptOfTaskThatTheViewDoesNotKnowBelongsToTheWorkflowInIt() {
    // Given: the sender of a decision may name any workflow
    tenants.receipt("old-own", null, "build");
    tenants.receipt("old-own-too", "treasury", "build");
    tenants.receipt("old-other", "build", "treasury");

    // When
    String own = tenants.browser(BUILD).get("/api/v1/audit").http().body();

    // Then
    assertThat(own).contains("\"old-own\"", "\"old-own-too\"").doesNotContain("old-other");
  }

  @Test
  void overviewCountsOnlyOwnTenant() {
    // When
    JsonNode own = tenants.browser(BUILD).get("/api/v1/overview").json();
    JsonNode all = tenants.browser(ALL).get("/api/v1/overview").json();

    // Then
    assertThat(all.at("/gates/open").intValue()).isEqualTo(3);
    assertThat(own.at("/gates/open").intValue()).isEqualTo(1);
    assertThat(own.at("/tasks/held").intValue()).isEqualTo(1);
    assertThat(own.at("/tasks/active").isNull()).isTrue();
    assertThat(own.at("/byType/0/loops").intValue() * 3)
        .isEqualTo(all.at("/byType/0/loops").intValue())
        .isPositive();
    assertThat(own.at("/heat/agents").toString()).isEqualTo("[\"agent of ci-1\"]");
  }

  @Test
  void sharedTaskTreeShowsEachTenantOnlyItsTasks() {
    // Given: roots of both, each with a subtask of the other
    tenants.tasks().tree("ci-root", "build", "vault-sub", "treasury");
    tenants.tasks().tree("vault-root", "treasury", "ci-sub", "build");

    // When
    JsonNode root = task(BUILD, "ci-root");
    JsonNode sub = task(BUILD, "ci-sub");
    JsonNode ofAll = task(ALL, "ci-root");
    List<String> ids = new ArrayList<>();
    tenants.browser(BUILD).get("/api/v1/tasks").json().get("items").forEach(it -> ids.add(id(it)));
    JsonNode page = tenants.browser(BUILD).get("/api/v1/task?taskId=ci-root").json();
    JsonNode context = tenants.browser(BUILD).get("/api/v1/leader-context?taskId=ci-root").json();

    // Then
    assertThat(ids).containsExactlyInAnyOrder("ci-1", "ci-root", "ci-sub");
    assertThat(root.get("workflow").textValue()).isEqualTo("build");
    assertThat(root.get("agentId").textValue()).isEqualTo("agent of ci-root");
    assertThat(root.get("lastReason").textValue()).isEqualTo("reason of ci-root");
    assertThat(ofAll.get("lastReason").textValue()).isEqualTo("reason of vault-sub");
    assertThat(root.get("loopCount").intValue()).isEqualTo(1);
    assertThat(root.get("attempts").intValue()).isLessThan(ofAll.get("attempts").intValue());
    assertThat(root.get("gateId").isNull()).isTrue();
    assertThat(root.get("state").textValue()).isEqualTo("held");
    assertThat(sub.get("gateId").isTextual()).isTrue();
    assertThat(ofAll.get("workflow").textValue()).isEqualTo("build");
    assertThat(ofAll.get("gateId").isTextual()).isTrue();
    assertThat(page.get("openGate").isNull()).isTrue();
    assertThat(page.get("loopCount").intValue()).isEqualTo(1);
    assertThat(page.get("leaderContext")).isEqualTo(context);
    assertThat(context.get("history")).isEmpty();
    for (String path :
        List.of("/api/v1/overview", "/api/v1/tasks", "/api/v1/task?taskId=ci-root")) {
      assertThat(tenants.browser(BUILD).get(path).http().body())
          .doesNotContain("treasury", "vault-sub", "agent of vault");
    }
  }

  @Test
  void explanationShowsNoTaskOfAnotherTenant() {
    // Given: roots of both, each with a subtask of the other
    tenants.tasks().tree("ci-root", "build", "vault-sub", "treasury");
    tenants.tasks().tree("vault-root", "treasury", "ci-sub", "build");

    // When
    ApiClient.ApiResponse ownRoot = explanation(BUILD, "ci-root");
    ApiClient.ApiResponse underOtherRoot = explanation(BUILD, "ci-sub");
    ApiClient.ApiResponse ofAll = explanation(ALL, "ci-sub");

    // Then
    assertThat(ownRoot.json().get("events")).hasSize(2);
    assertThat(ownRoot.http().body()).doesNotContain("vault", "treasury");
    assertThat(underOtherRoot.status()).isEqualTo(404);
    assertThat(underOtherRoot.json()).isEqualTo(explanation(BUILD, "nobody").json());
    assertThat(ofAll.http().body()).contains("ci-sub", "vault-root");
  }

  private ApiClient.ApiResponse explanation(String token, String taskId) {
    return tenants.browser(token).get("/api/v1/task/explanation?taskId=" + taskId);
  }

  private JsonNode task(String token, String taskId) {
    JsonNode tasks = tenants.browser(token).get("/api/v1/tasks?query=" + taskId).json();
    assertThat(tasks.get("items")).as(taskId).hasSize(1);
    return tasks.at("/items/0");
  }

  private static String id(JsonNode task) {
    return task.get("taskId").textValue();
  }

  @Test
  void tenantFiguresFollowNewOutputs() {
    // Given
    int before = open(BUILD);

    // When
    tenants.tasks().loops("ci-2", "\"workflow\":\"build\",");
    tenants.tasks().loops("vault-2", "\"workflow\":\"treasury\",");

    // Then
    assertThat(before).isEqualTo(1);
    assertThat(open(BUILD)).isEqualTo(2);
    assertThat(open(PREFIX)).isEqualTo(2);
  }

  private int open(String token) {
    JsonNode overview = tenants.browser(token).get("/api/v1/overview").json();
    assertThat(overview.at("/byType/0/gates").intValue())
        .isEqualTo(overview.at("/gates/open").intValue());
    return overview.at("/gates/open").intValue();
  }

  @Test
  void feedExcludesOtherTenants() throws Exception {
    // Given
    HttpResponse<InputStream> feed =
        HttpClient.newHttpClient()
            .send(
                tenants.browser(BUILD).request("/api/v1/feed").build(),
                HttpResponse.BodyHandlers.ofInputStream());
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(feed.body(), StandardCharsets.UTF_8))) {
      // When
      tenants.tasks().loops("vault-3", "\"workflow\":\"treasury\",");
      tenants.tasks().loops("ci-3", "\"workflow\":\"build\",");
      String first = in.lines().filter(line -> line.contains("taskId")).findFirst().orElseThrow();

      // Then
      assertThat(first).contains("ci-3").doesNotContain("vault-3");
    }
  }
}
