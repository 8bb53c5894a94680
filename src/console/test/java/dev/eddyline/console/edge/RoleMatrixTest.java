package dev.eddyline.console.edge;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.access.NamedToken;
import dev.eddyline.access.Role;
import dev.eddyline.access.TaskScope;
import dev.eddyline.console.LoopbackServer;
import dev.eddyline.console.PagesWithoutKafka;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.console.WebServer;
import dev.eddyline.console.web.Pages;
import dev.eddyline.console.web.Param;
import io.javalin.Javalin;
import io.javalin.router.Endpoint;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Every registered endpoint, called by every kind of caller. */
class RoleMatrixTest {

  private static final String NOBODY = "nobody";
  private static final List<TaskScope> SCOPES =
      List.of(
          TaskScope.ALL, new TaskScope("", Set.of("build")), new TaskScope("ci-", Set.of("build")));

  private final HttpClient client = HttpClient.newHttpClient();

  /** Each role alone, for all tasks and for some. */
  private static List<NamedToken> tokens() {
    List<NamedToken> tokens = new ArrayList<>();
    for (Role role : Role.values()) {
      for (TaskScope scope : role == Role.ADMIN ? List.of(TaskScope.ALL) : SCOPES) {
        tokens.add(
            TestAccessTokens.namedToken("%s of %s".formatted(role, scope.encode()), scope, role));
      }
    }
    return tokens;
  }

  private static List<Endpoint> registered(PagesWithoutKafka pages) {
    Javalin server = Javalin.create(config -> pages.all().forEach(each -> each.addTo(config)));
    return server.unsafe.internalRouter.allHttpHandlers().stream()
        .map(handler -> handler.endpoint)
        .filter(endpoint -> endpoint.method.isHttpMethod())
        .toList();
  }

  @Test
  void enforcesRoleMatrix() throws Exception {
    // Given
    List<NamedToken> tokens = tokens();
    Map<String, Integer> expected = new TreeMap<>();
    Map<String, Integer> answered = new TreeMap<>();
    try (PagesWithoutKafka pages = new PagesWithoutKafka(tokens.toArray(NamedToken[]::new));
        WebServer server = LoopbackServer.start(pages.all())) {
      // When
      for (Endpoint endpoint : registered(pages)) {
        Route route = Route.of(endpoint).orElseThrow();
        String cell = endpoint.method.name() + " " + endpoint.path + " by ";
        expected.put(cell + NOBODY, route.accessRule() == Route.RouteAccess.EVERYBODY ? 0 : 401);
        answered.put(cell + NOBODY, refusal(server, endpoint, null));
        for (NamedToken token : tokens) {
          expected.put(cell + token.name(), isAllowed(route, token) ? 0 : 403);
          answered.put(cell + token.name(), refusal(server, endpoint, token.name()));
        }
      }
    }

    // Then
    assertThat(answered).isEqualTo(expected);
    assertThat(answered).hasSizeGreaterThan(20 * tokens.size());
    assertThat(answered.values()).contains(0, 401, 403);
  }

  /** What a role may do, written independently of the rules. */
  private static boolean isAllowed(Route route, NamedToken token) {
    return switch (route.accessRule()) {
      case EVERYBODY -> true;
      case PEER -> false;
      case INGEST -> token.grant().has(Role.INGEST);
      case VIEW, VIEW_OR_PEER -> token.grant().has(Role.VIEW);
      case DECIDE -> token.grant().has(Role.DECIDE);
      case ADMIN, ADMIN_OR_PEER -> token.grant().has(Role.ADMIN);
    };
  }

  /** 401 or 403; 0 for any answer to an authorized caller. */
  private int refusal(WebServer server, Endpoint endpoint, String token) throws Exception {
    String path = endpoint.path.replace("<file>", "app.js").replace("<tool>", "codex");
    String query =
        Route.of(endpoint).orElseThrow().operation().params().stream()
            .filter(Param::required)
            .map(param -> param.name() + "=x")
            .collect(joining("&"));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:%d%s?%s".formatted(server.port(), path, query)))
            .method(endpoint.method.name(), BodyPublishers.ofString("{\"token\":5}"));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    HttpResponse<InputStream> answer = client.send(request.build(), BodyHandlers.ofInputStream());
    answer.body().close();
    return Set.of(401, 403).contains(answer.statusCode()) ? answer.statusCode() : 0;
  }

  @Test
  void servesEveryRoute() {
    try (PagesWithoutKafka pages = new PagesWithoutKafka()) {
      assertThat(registered(pages))
          .extracting(endpoint -> Route.of(endpoint).orElseThrow())
          .containsOnlyOnceElementsOf(
              Arrays.stream(Route.values())
                  .filter(route -> route != Route.PAGES && !route.isTelemetry())
                  .toList());
    }
  }

  @Test
  void rejectsRouteWithoutAccessRule() {
    try (PagesWithoutKafka pages = new PagesWithoutKafka()) {
      List<Pages> more = new ArrayList<>(pages.all());
      more.add(config -> config.routes.get("/api/v1/new", http -> http.result("{}")));

      assertThatThrownBy(() -> LoopbackServer.start(more))
          .hasStackTraceContaining("GET /api/v1/new has no access rule");
    }
  }
}
