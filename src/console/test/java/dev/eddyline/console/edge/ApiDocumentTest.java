package dev.eddyline.console.edge;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.access.Role;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.LoopbackServer;
import dev.eddyline.console.PagesWithoutKafka;
import dev.eddyline.console.WebServer;
import dev.eddyline.console.web.Param;
import io.javalin.Javalin;
import io.javalin.http.HandlerType;
import io.swagger.v3.parser.OpenAPIV3Parser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The API's description. */
class ApiDocumentTest {

  private static final Set<HandlerType> METHODS =
      Set.of(HandlerType.GET, HandlerType.POST, HandlerType.DELETE);

  private final ObjectNode document = ApiDocument.build();

  private static String inDocument(String path) {
    return path.replace('<', '{').replace('>', '}');
  }

  @Test
  void documentHasExactlyThePublishedRoutes() {
    // Given
    Set<String> routes = new TreeSet<>();
    try (PagesWithoutKafka bare = new PagesWithoutKafka()) {
      Javalin server = Javalin.create(config -> bare.all().forEach(pages -> pages.addTo(config)));
      server.unsafe.internalRouter.allHttpHandlers().stream()
          .map(handler -> handler.endpoint)
          .filter(endpoint -> METHODS.contains(endpoint.method))
          .filter(endpoint -> endpoint.path.startsWith("/api/"))
          .forEach(
              endpoint -> routes.add(endpoint.method.name() + " " + inDocument(endpoint.path)));
    }

    // When
    Set<String> described = new TreeSet<>();
    document
        .get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(
                        method ->
                            described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));

    // Then
    assertThat(described).isEqualTo(routes).isNotEmpty();
  }

  @Test
  void documentNamesRequiredRoleOfEachRoute() {
    // Given
    JsonNode paths = document.get("paths");

    // Then
    for (Route route : Route.values()) {
      String method = route.method().name().toLowerCase(Locale.ROOT);
      for (String path : route.paths()) {
        JsonNode operation = paths.path(inDocument(path)).path(method);
        assertThat(operation.path("x-role").asText(""))
            .as(path)
            .isEqualTo(
                operation.isMissingNode()
                    ? ""
                    : route.accessRule().role().map(Role::word).orElse(""));
      }
    }
  }

  @Test
  void referencesResolve() {
    assertThat(document.findValuesAsText("$ref"))
        .isNotEmpty()
        .allSatisfy(
            reference ->
                assertThat(document.at(reference.substring(1)).isMissingNode())
                    .as(reference)
                    .isFalse());
  }

  @Test
  void isValidOpenApi() {
    assertThat(new OpenAPIV3Parser().readContents(document.toString()).getMessages()).isEmpty();
  }

  @Test
  void openApiParserReportsMissingDescription() {
    // Given
    ObjectNode answer = (ObjectNode) document.at("/paths/~1api~1v1~1tasks/get/responses/200");

    // When
    answer.remove("description");

    // Then
    assertThat(new OpenAPIV3Parser().readContents(document.toString()).getMessages()).hasSize(1);
  }

  /** Places of the fields, parameters and schemas without a description. */
  private static void undescribed(JsonNode node, String path, List<String> places) {
    node.path("properties")
        .properties()
        .forEach(
            property -> {
              JsonNode schema = property.getValue();
              boolean isDescribed = Stream.of("description", "$ref", "const").anyMatch(schema::has);
              if (!isDescribed) {
                places.add(path + "/" + property.getKey());
              }
            });
    node.properties()
        .forEach(child -> undescribed(child.getValue(), path + "/" + child.getKey(), places));
    if (node.isArray()) {
      node.forEach(item -> undescribed(item, path, places));
    }
  }

  @Test
  void everyFieldHasADescription() {
    // When
    List<String> places = new ArrayList<>();
    undescribed(document.get("components").get("schemas"), "", places);

    // Then
    assertThat(places).isEmpty();
  }

  static Stream<Route> routes() {
    return Arrays.stream(Route.values()).filter(route -> route.paths().get(0).startsWith("/api/"));
  }

  @ParameterizedTest
  @MethodSource("routes")
  void rejectsUndeclaredQueryParameter(Route route) {
    // Given
    String mandatory =
        route.operation().params().stream()
            .filter(Param::required)
            .map(param -> "&" + param.name() + "=x")
            .collect(joining());
    try (PagesWithoutKafka pages = new PagesWithoutKafka();
        WebServer server = LoopbackServer.start(pages.all())) {
      ApiClient browser = new ApiClient(server.port(), null, pages.code()).signIn();
      String path = route.paths().get(0).replace("<tool>", "codex") + "?task=x" + mandatory;

      // When
      ApiClient.ApiResponse answer =
          switch (route.method().name()) {
            case "POST" ->
                route.isForMachines()
                    ? browser.post(path, "{}", "Content-Type", "application/json")
                    : browser.post(path, "{}");
            case "DELETE" ->
                browser.delete(
                    path,
                    AccessGuard.CSRF_HEADER,
                    browser.get("/api/v1/session").json().get("csrf").textValue(),
                    "Cookie",
                    browser.cookie());
            default -> browser.get(path);
          };

      // Then
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.json().get("field").textValue()).isEqualTo("task");
      assertThat(answer.json().get("error").textValue())
          .startsWith("unknown query parameter 'task'");
    }
  }

  @Test
  void errorSuggestsNearestParameterName() {
    try (PagesWithoutKafka pages = new PagesWithoutKafka();
        WebServer server = LoopbackServer.start(pages.all())) {
      // When
      ApiClient.ApiResponse answer =
          new ApiClient(server.port(), null).get("/api/v1/verdicts?task=x");

      // Then
      assertThat(answer.json().get("error").textValue()).endsWith("; nearest: taskId");
    }
  }
}
