package dev.eddyline.console.edge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.console.web.Pages;
import dev.eddyline.outputs.OutputJson;
import io.javalin.config.JavalinConfig;

/** The API's description, an OpenAPI document that is built from the routes. */
public final class ApiDocument implements Pages {

  private String text;

  @Override
  public void addTo(JavalinConfig config) {
    Route.API_DOCUMENT.serve(
        config, http -> http.contentType("application/json; charset=utf-8").result(text()));
  }

  /** Built at the first request: most instances get none. */
  private synchronized String text() {
    if (text == null) {
      text = OutputJson.write(build());
    }
    return text;
  }

  /** The document of all routes. */
  static ObjectNode build() {
    return new ApiPaths().document();
  }
}
