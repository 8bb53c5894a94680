package dev.eddyline.app;

import io.javalin.Javalin;
import io.javalin.http.HttpStatus;
import java.util.List;

/** The health pages: {@code /health/live} and {@code /health/ready}. */
public final class HealthServer implements AutoCloseable {

  /** What a health page says. */
  public record Health(boolean ok, List<String> obstacles) {}

  private final Javalin server;

  /** Starts to serve; port 0 picks a free one. */
  public HealthServer(String host, int port, Application application) {
    server =
        Javalin.create(
            config -> {
              config.startup.showJavalinBanner = false;
              config.routes.get(
                  "/health/live",
                  http -> {
                    boolean live = !application.failed();
                    http.status(live ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
                        .json(new Health(live, List.of()));
                  });
              config.routes.get(
                  "/health/ready",
                  http -> {
                    Readiness readiness = application.readiness();
                    boolean ready = readiness.isReady();
                    http.status(ready ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
                        .json(new Health(ready, readiness.obstacles()));
                  });
            });
    server.start(host, port);
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
