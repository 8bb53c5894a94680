package dev.eddyline.app;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Objects;

/**
 * {@code /health/live}: fails once the processor has ended by a failure, but not while state is
 * restored or a server is unavailable, which a restart would only prolong. {@code /health/ready}:
 * whether records are processed now, and if not, why.
 */
public final class HealthPages {

  /** The content of a health page. */
  public record Health(boolean ok, List<String> obstacles) {}

  private final Application application;

  /** The pages of this processor. */
  public HealthPages(Application application) {
    this.application = Objects.requireNonNull(application, "application");
  }

  /** Adds the pages of a starting processor: live, but not ready. */
  public static void addPagesOfStartingProcessor(JavalinConfig server) {
    server.routes.get("/health/live", http -> respondWithHealth(http, new Health(true, List.of())));
    server.routes.get(
        "/health/ready",
        http -> respondWithHealth(http, new Health(false, new Readiness().obstacles())));
  }

  /** Adds the pages to a server. */
  public void addTo(JavalinConfig server) {
    server.routes.get(
        "/health/live",
        http -> respondWithHealth(http, new Health(!application.failed(), List.of())));
    server.routes.get(
        "/health/ready",
        http -> {
          Readiness readiness = application.readiness();
          respondWithHealth(http, new Health(readiness.isReady(), readiness.obstacles()));
        });
  }

  private static void respondWithHealth(Context http, Health health) {
    http.status(health.ok() ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE).json(health);
  }
}
