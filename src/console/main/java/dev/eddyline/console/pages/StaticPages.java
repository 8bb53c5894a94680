package dev.eddyline.console.pages;

import dev.eddyline.console.edge.Route;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.Pages;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The console's static files: one HTML page under several paths, and its assets. One asset has no
 * file: the types of loops, as the detectors declare them. A browser gets the page for an unknown
 * path too, with status 404; it says that there is no such page.
 */
public final class StaticPages implements Pages {

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

  /** How paths begin that are not for people. */
  private static final List<String> NOT_PAGES = List.of("/api/", "/v1/", "/assets/");

  @Override
  public void addTo(JavalinConfig config) {
    Route.PAGES.serve(config, http -> answer(http, "index.html"));
    Route.LINK_PAGE.serve(config, http -> answer(http, "decide.html"));
    Route.ASSETS.serve(
        config,
        http -> {
          String file = http.pathParam("file");
          if (!FILE.matcher(file).matches()) {
            throw ApiException.of(404, "no such file");
          }
          if (file.equals(LoopTypesScript.FILE)) {
            answer(http, file, LoopTypesScript.TEXT.getBytes(StandardCharsets.UTF_8));
          } else {
            answer(http, "assets/" + file);
          }
        });
    config.routes.error(
        404,
        "text/html",
        http -> {
          if (http.method().equals(HandlerType.GET) && isUnknownPage(http)) {
            answer(http, "index.html");
          }
        });
  }

  /** Whether no route serves the path, and it is not a path of programs or assets. */
  private static boolean isUnknownPage(Context http) {
    return Route.of(http).isEmpty()
        && NOT_PAGES.stream().noneMatch(prefix -> http.path().startsWith(prefix));
  }

  private static void answer(Context http, String file) throws IOException {
    try (InputStream in = StaticPages.class.getResourceAsStream(FOLDER + file)) {
      answer(http, file, in == null ? null : in.readAllBytes());
    }
  }

  private static void answer(Context http, String file, byte @Nullable [] content) {
    String type = TYPES.get(file.substring(file.lastIndexOf('.') + 1));
    if (content == null || type == null) {
      throw ApiException.of(404, "no such file");
    }
    http.contentType(type).header("Cache-Control", "no-cache").result(content);
  }
}
