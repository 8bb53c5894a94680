package dev.eddyline.http;

import dev.eddyline.app.Application;
import dev.eddyline.app.Readiness;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * {@code /health/live}: fails once the processor has ended by a failure, but not while state is
 * restored or a server is unavailable, which a restart would only prolong. {@code /health/ready}:
 * whether records are processed now, and if not, why.
 */
public final class HealthPages {

  /** The content of a health page. */
  public record Health(boolean ok, List<String> obstacles) {}

  private final BooleanSupplier hasFailed;
  private final Supplier<List<String>> obstacles;

  /** The pages of this processor. */
  public HealthPages(Application application) {
    this(application::failed, () -> application.readiness().obstacles());
  }

  /**
   * The pages of another process.
   *
   * @param hasFailed whether it has ended by a failure
   * @param obstacles why it does not work now; empty when it does
   */
  public HealthPages(BooleanSupplier hasFailed, Supplier<List<String>> obstacles) {
    this.hasFailed = hasFailed;
    this.obstacles = obstacles;
  }

  /** Adds the pages of a starting processor: live, but not ready. */
  public static void addPagesOfStartingProcessor(JavalinConfig server) {
    Readiness starting = Readiness.ofProcessor(InstantSource.system());
    server.routes.get("/health/live", http -> respondWithHealth(http, new Health(true, List.of())));
    server.routes.get(
        "/health/ready", http -> respondWithHealth(http, new Health(false, starting.obstacles())));
  }

  /** Adds the pages to a server. */
  public void addTo(JavalinConfig server) {
    server.routes.get(
        "/health/live",
        http -> respondWithHealth(http, new Health(!hasFailed.getAsBoolean(), List.of())));
    server.routes.get(
        "/health/ready",
        http -> {
          List<String> now = obstacles.get();
          respondWithHealth(http, new Health(now.isEmpty(), now));
        });
  }

  private static void respondWithHealth(Context http, Health health) {
    http.status(health.ok() ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE).json(health);
  }
}
