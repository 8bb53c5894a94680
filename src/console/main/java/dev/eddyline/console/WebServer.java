package dev.eddyline.console;

import dev.eddyline.app.Application;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.console.edge.AccessRules;
import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.LoopbackHostCheck;
import dev.eddyline.console.edge.Route;
import dev.eddyline.console.ingest.OtlpPages;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.Pages;
import dev.eddyline.console.web.RequestBodies;
import dev.eddyline.hooks.HookAgents;
import dev.eddyline.http.BodySizes;
import dev.eddyline.http.HealthPages;
import dev.eddyline.http.HttpLimits;
import dev.eddyline.http.HttpListener;
import dev.eddyline.http.MetricsPages;
import dev.eddyline.http.TlsFiles;
import dev.eddyline.outputs.OutputJson;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.util.JavalinBindException;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An HTTP server, either for the console and the API, or for probes and scrapers. */
public final class WebServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);

  /** No external sources, no inline code, no framing. */
  private static final String CONTENT_POLICY =
      "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none';"
          + " form-action 'self'";

  /** Longest bodies, bytes; a route that is not listed reads no body. */
  static final BodySizes MAX_BODY_SIZES = new BodySizes(maxBodyBytesByPath(), 4_096);

  private static final int HIGHEST_PORT = 65_535;

  private final HttpListener listener;
  private final Javalin server;

  /** Serves the console and the API at the configured address. */
  public static WebServer of(Settings settings, Pages console) {
    HttpListener listener =
        new HttpListener(
            settings.get(Setting.HTTP_HOST),
            port(settings, Setting.HTTP_PORT),
            HttpLimits.CONSOLE,
            MAX_BODY_SIZES,
            AccessRules.of(settings).proxy().addresses(),
            TlsFiles.of(settings));
    return new WebServer(listener, "http", List.of(console));
  }

  /** Serves OTLP at the configured address. */
  static WebServer telemetry(Settings settings, List<Pages> pages) {
    Map<String, Integer> maxBytesByPath = new HashMap<>();
    maxBytesByPath.put(path(Route.OTLP_TRACES), OtlpPages.MAX_BODY_BYTES);
    maxBytesByPath.put(path(Route.OTLP_LOGS), OtlpPages.MAX_BODY_BYTES);
    HttpListener listener =
        new HttpListener(
            settings.get(Setting.OTLP_HOST),
            port(settings, Setting.OTLP_PORT),
            HttpLimits.TELEMETRY,
            new BodySizes(maxBytesByPath, 0),
            AccessRules.of(settings, Setting.OTLP_HOST).proxy().addresses(),
            TlsFiles.of(settings));
    return new WebServer(listener, "otlp", pages);
  }

  /** Serves probes and metrics at the configured address. */
  public static WebServer health(Settings settings, Application application) {
    return health(
        settings,
        config -> {
          new HealthPages(application).addTo(config);
          new MetricsPages(application.meters()).addTo(config);
        });
  }

  /** Serves probes and metrics of a gateway. */
  public static WebServer health(
      Settings settings, HealthPages pages, PrometheusMeterRegistry meters) {
    return health(
        settings,
        config -> {
          pages.addTo(config);
          new MetricsPages(meters).addTo(config);
        });
  }

  /** Serves probes of an instance that is starting: it is live, but not ready. */
  public static WebServer startupHealthServer(Settings settings) {
    return health(settings, HealthPages::addPagesOfStartingProcessor);
  }

  /** Uses its own threads, so that other clients cannot delay probes. */
  private static WebServer health(Settings settings, Pages pages) {
    String host = settings.get(Setting.HEALTH_HOST);
    HttpListener listener =
        HttpListener.plain(
            host, port(settings, Setting.HEALTH_PORT), HttpLimits.HEALTH, BodySizes.NONE);
    return new WebServer(listener, "health", List.of(new LoopbackHostCheck(host), pages));
  }

  /**
   * Checks the settings without starting a server.
   *
   * @throws InvalidSettingException where no server can be started with them
   */
  static void check(Settings settings) {
    port(settings, Setting.HTTP_PORT);
    port(settings, Setting.HEALTH_PORT);
    TlsFiles.of(settings);
  }

  private static Map<String, Integer> maxBodyBytesByPath() {
    Map<String, Integer> maxBytesByPath = new HashMap<>();
    maxBytesByPath.put(path(Route.BEGIN_SESSION), 4_096);
    maxBytesByPath.put(path(Route.DECISION), 65_536);
    maxBytesByPath.put(path(Route.EVENTS), RequestBodies.MAX_BODY_BYTES);
    maxBytesByPath.put(path(Route.PUT_POLICY), RequestBodies.MAX_BODY_BYTES);
    maxBytesByPath.put(path(Route.POLICY_PREVIEW), RequestBodies.MAX_BODY_BYTES);
    String hooks = path(Route.HOOKS);
    HookAgents.names()
        .forEach(
            it -> maxBytesByPath.put(hooks.replace("<tool>", it), RequestBodies.MAX_BODY_BYTES));
    return maxBytesByPath;
  }

  private static String path(Route route) {
    return route.paths().get(0);
  }

  private static int port(Settings settings, Setting setting) {
    return settings.integer(setting, 0, HIGHEST_PORT);
  }

  /** Starts to serve over plain HTTP, with the console's limits; port 0 picks a free one. */
  public WebServer(String host, int port, List<Pages> pages) {
    this(HttpListener.plain(host, port, HttpLimits.CONSOLE, MAX_BODY_SIZES), "http", pages);
  }

  /** Starts to serve at a listener, with threads of this name. */
  WebServer(HttpListener listener, String threads, List<Pages> pages) {
    this.listener = listener;
    server =
        Javalin.create(
            config -> {
              config.startup.showJavalinBanner = false;
              listener.addTo(config.jetty, threads);
              config.routes.before(WebServer::protect);
              errors(config);
              pages.forEach(some -> some.addTo(config));
            });
    try {
      server.start();
    } catch (JavalinBindException taken) {
      throw new InvalidSettingException(
          "%s.port: cannot listen on port %d of %s"
              .formatted(threads, listener.port(), listener.host()));
    }
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
        HttpResponseException.class, (refused, http) -> answer(http, error(config, http, refused)));
    config.routes.exception(Exception.class, WebServer::handleUnexpected);
  }

  /** The error of a path without the requested method; strangers do not learn which paths exist. */
  private static ApiException error(
      JavalinConfig config, Context http, HttpResponseException refused) {
    if (refused.getStatus() != 404) {
      return ApiException.of(refused.getStatus(), refused.getMessage());
    }
    Set<String> allowed = new TreeSet<>();
    if (Caller.callerOf(http).isPresent()) {
      config.unsafe.internalRouter.allHttpHandlers().stream()
          .filter(it -> it.endpoint.method.isHttpMethod() && it.matches(http.path()))
          .forEach(it -> allowed.add(it.endpoint.method.name()));
    }
    if (allowed.contains("GET")) {
      allowed.add("HEAD");
    }
    // Javalin's text repeats the method and the path of the request
    return allowed.isEmpty()
        ? ApiException.of(404, "no such path")
        : ApiException.methodNotAllowed(List.copyOf(allowed));
  }

  private static void handleUnexpected(Exception failed, Context http) {
    if (failed instanceof CancellationException) {
      // the client has disconnected
      return;
    }
    // without the query: it may contain a task's id
    LOG.atError().setCause(failed).log("request failed");
    answer(http, ApiException.of(500, "the request failed: see the log of the processor"));
  }

  /** Sends the error if the response is still open; must not throw, or it would be called again. */
  private static void answer(Context http, ApiException refused) {
    try {
      if (refused.status() == 401) {
        http.header("WWW-Authenticate", "Bearer");
      }
      if (refused.status() == 405) {
        http.header("Allow", String.join(", ", refused.json().allowed()));
      }
      refused.retryAfter().ifPresent(s -> http.header("Retry-After", Integer.toString(s)));
      http.status(refused.status())
          .contentType("application/json; charset=utf-8")
          .result(OutputJson.write(refused.json()));
    } catch (IllegalStateException | NullPointerException gone) {
      LOG.atDebug().addKeyValue("reason", gone.toString()).log("response not sent");
    }
  }

  /** The local URL, without a path. */
  public String address() {
    String scheme = listener.tls().isPresent() ? "https" : "http";
    return "%s://%s:%d".formatted(scheme, listener.host(), port());
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
