package dev.eddyline.console;

import io.javalin.config.JavalinConfig;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** The API's description, an OpenAPI document. */
final class ApiDocument implements Pages {

  /** Where it lies on the class path. */
  static final String RESOURCE = "/console/openapi.json";

  @Override
  public void addTo(JavalinConfig config) {
    Route.API_DOCUMENT.serve(
        config, http -> http.contentType("application/json; charset=utf-8").result(text()));
  }

  private static byte[] text() throws IOException {
    try (InputStream in = ApiDocument.class.getResourceAsStream(RESOURCE)) {
      return Objects.requireNonNull(in, RESOURCE).readAllBytes();
    }
  }
}
