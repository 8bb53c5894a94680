package dev.eddyline.console;

import dev.eddyline.app.Application;
import dev.eddyline.app.HealthPages;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.metrics.MetricsPages;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one HTTP server, of all pages. */
public final class WebServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);

  /**
   * Longest request line with headers, bytes: an id of 10 KB, percent-encoded, is three times that.
   */
  private static final int HEADER_BYTES = 65_536;

  /** Nothing from outside, nothing inline, in nobody's frame. */
  private static final String CONTENT_POLICY =
      "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none';"
          + " form-action 'self'";

  private static final int HIGHEST_PORT = 65_535;

  private final Javalin server;

  /** All pages of an instance, where its settings say. */
  public static WebServer of(Settings settings, Application application, Pages console) {
    return new WebServer(
        settings.get(Setting.HTTP_HOST), port(settings), List.of(machines(application), console));
  }

  /** These pages alone, where the settings say. */
  public static WebServer of(Settings settings, Pages pages) {
    return new WebServer(settings.get(Setting.HTTP_HOST), port(settings), List.of(pages));
  }

  /** The port of these settings; InvalidSettingException where it is none. */
  static int port(Settings settings) {
    return settings.integer(Setting.HTTP_PORT, 0, HIGHEST_PORT);
  }

  /** The pages for probes and scrapers. */
  public static Pages machines(Application application) {
    return config -> {
      new HealthPages(application).addTo(config);
      new MetricsPages(application.meters()).addTo(config);
    };
  }

  /** Starts to serve; port 0 picks a free one. */
  public WebServer(String host, int port, List<Pages> pages) {
    server =
        Javalin.create(
            config -> {
              config.startup.showJavalinBanner = false;
              config.jetty.modifyHttpConfiguration(
                  http -> {
                    http.setRequestHeaderSize(HEADER_BYTES);
                    http.setSendServerVersion(false);
                  });
              config.routes.before(WebServer::protect);
              errors(config);
              pages.forEach(some -> some.addTo(config));
            });
    server.start(host, port);
  }

  private static void protect(Context http) {
    http.header("Content-Security-Policy", CONTENT_POLICY);
    http.header("X-Content-Type-Options", "nosniff");
    http.header("X-Frame-Options", "DENY");
    http.header("Referrer-Policy", "no-referrer");
    http.header("Cross-Origin-Opener-Policy", "same-origin");
    http.header("Cross-Origin-Resource-Policy", "same-origin");
    http.header("Cache-Control", "no-store");
  }

  private static void errors(JavalinConfig config) {
    config.routes.exception(ApiException.class, (refused, http) -> answer(http, refused));
    config.routes.exception(
        HttpResponseException.class,
        (refused, http) ->
            answer(http, ApiException.of(refused.getStatus(), refused.getMessage())));
    config.routes.exception(Exception.class, WebServer::failed);
  }

  private static void failed(Exception failed, Context http) {
    if (failed instanceof CancellationException) {
      // its client is gone
      return;
    }
    // the query may hold a task's id, which is nobody's but the caller's
    LOG.atError().setCause(failed).log("a request failed");
    answer(http, ApiException.of(500, "the request failed: see the log of the processor"));
  }

  /** Answers where that is still possible: an error here would be handled here again. */
  private static void answer(Context http, ApiException refused) {
    try {
      refused.retryAfter().ifPresent(s -> http.header("Retry-After", Integer.toString(s)));
      http.status(refused.status())
          .contentType("application/json; charset=utf-8")
          .result(refused.json().toString());
    } catch (IllegalStateException | NullPointerException gone) {
      LOG.atDebug().addKeyValue("reason", gone.toString()).log("nobody waits for the answer");
    }
  }

  /** The port that is served. */
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.stop();
  }
}
