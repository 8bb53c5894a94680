package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.access.Role;
import io.javalin.Javalin;
import io.javalin.http.HandlerType;
import java.io.InputStream;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The API's description. */
class ApiDocumentTest {

  private static final Set<HandlerType> METHODS =
      Set.of(HandlerType.GET, HandlerType.POST, HandlerType.DELETE);

  private static JsonNode document() throws Exception {
    try (InputStream in = ApiDocument.class.getResourceAsStream(ApiDocument.RESOURCE)) {
      return new ObjectMapper().readTree(in);
    }
  }

  @Test
  void itDescribesEveryRouteAndNoOther() throws Exception {
    // Given
    Set<String> routes = new TreeSet<>();
    try (BarePages bare = new BarePages()) {
      Javalin server = Javalin.create(config -> bare.all().forEach(pages -> pages.addTo(config)));
      server.unsafe.internalRouter.allHttpHandlers().stream()
          .map(handler -> handler.endpoint)
          .filter(endpoint -> METHODS.contains(endpoint.method))
          .filter(endpoint -> endpoint.path.startsWith("/api/"))
          .forEach(endpoint -> routes.add(endpoint.method.name() + " " + endpoint.path));
    }

    // When
    Set<String> described = new TreeSet<>();
    document()
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
  void itNamesTheRoleOfEachRoute() throws Exception {
    // Given
    JsonNode paths = document().get("paths");

    // Then
    for (Route route : Route.values()) {
      String method = route.method().name().toLowerCase(Locale.ROOT);
      for (String path : route.paths()) {
        JsonNode operation = paths.path(path).path(method);
        assertThat(operation.path("x-role").asText(""))
            .as(path)
            .isEqualTo(
                operation.isMissingNode() ? "" : route.who().role().map(Role::word).orElse(""));
      }
    }
  }

  @Test
  void itsReferencesLeadSomewhere() throws Exception {
    JsonNode document = document();
    assertThat(document.findValuesAsText("$ref"))
        .isNotEmpty()
        .allSatisfy(
            reference ->
                assertThat(document.at(reference.substring(1)).isMissingNode())
                    .as(reference)
                    .isFalse());
  }
}
