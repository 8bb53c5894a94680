package dev.eddyline.console.edge;

import static dev.eddyline.ReferencePage.code;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.GeneratedFile;
import dev.eddyline.ReferencePage;
import dev.eddyline.TestTags;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks docs/reference/http-api.md against the OpenAPI document. */
@Tag(TestTags.DOCS)
class HttpPageTest {

  private final JsonNode document = ApiDocument.build();
  private final ReferencePage page =
      new ReferencePage("HTTP API", "developers of programs that call Eddyline over HTTP");

  private String page() {
    page.block(document.at("/info/description").textValue());
    page.block(
        "`GET /api/v1/openapi.json` is this API as an OpenAPI 3.1 document, with all fields.");
    page.table("request", "role", "what it does");
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        page.row(
            request(path.getKey(), operation.getKey()),
            operation.getValue().path("x-role").asText(""),
            operation.getValue().get("summary").textValue());
      }
    }
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        operation(request(path.getKey(), operation.getKey()), operation.getValue());
      }
    }
    return page.text();
  }

  private static String request(String path, String method) {
    return code(method.toUpperCase(Locale.ROOT) + " " + path);
  }

  private void operation(String request, JsonNode operation) {
    page.section(request);
    page.block(operation.get("summary").textValue());
    if (operation.has("description")) {
      page.block(operation.get("description").textValue());
    }
    if (!operation.get("parameters").isEmpty()) {
      page.table("parameter", "in", "meaning");
      for (JsonNode parameter : operation.get("parameters")) {
        page.row(
            code(parameter.get("name").textValue()),
            parameter.get("in").textValue(),
            parameter.path("description").asText(""));
      }
    }
    page.table("status", "answer");
    for (Map.Entry<String, JsonNode> answer : operation.get("responses").properties()) {
      page.row(answer.getKey(), answer.getValue().get("description").textValue());
    }
  }

  @Test
  void pageIsUpToDate() {
    GeneratedFile.check(Path.of("docs", "reference", "http-api.md"), page());
  }
}
