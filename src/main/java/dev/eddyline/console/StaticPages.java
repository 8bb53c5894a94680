package dev.eddyline.console;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.regex.Pattern;

/** The console's static files: one HTML page under several paths, and its assets. */
final class StaticPages implements Pages {

  private static final String FOLDER = "/console/";

  private static final Pattern FILE =
      Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*(?:/[A-Za-z0-9_-][A-Za-z0-9._-]*){0,3}");

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "png", "image/png",
          "ico", "image/x-icon",
          "woff2", "font/woff2",
          "json", "application/json; charset=utf-8");

  @Override
  public void addTo(JavalinConfig config) {
    Route.PAGES.serve(config, http -> answer(http, "index.html"));
    Route.ASSETS.serve(
        config,
        http -> {
          String file = http.pathParam("file");
          if (!FILE.matcher(file).matches()) {
            throw ApiException.of(404, "no such file");
          }
          answer(http, "assets/" + file);
        });
  }

  private static void answer(Context http, String file) throws IOException {
    String type = TYPES.get(file.substring(file.lastIndexOf('.') + 1));
    try (InputStream in = StaticPages.class.getResourceAsStream(FOLDER + file)) {
      if (in == null || type == null) {
        throw ApiException.of(404, "no such file");
      }
      http.contentType(type).header("Cache-Control", "no-cache").result(in.readAllBytes());
    }
  }
}
