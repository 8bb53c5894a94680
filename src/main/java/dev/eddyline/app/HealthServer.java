package dev.eddyline.app;

import dev.eddyline.metrics.MetricsPages;
import io.javalin.Javalin;

/** The pages of one processor that need no console: health, status and metrics. */
public final class HealthServer implements AutoCloseable {

  private final Javalin server;

  /** Starts to serve; port 0 picks a free one. */
  public HealthServer(String host, int port, Application application) {
    server =
        Javalin.create(
            config -> {
              config.startup.showJavalinBanner = false;
              new HealthPages(application).addTo(config);
              new StatusPages(application).addTo(config);
              new MetricsPages(application.meters()).addTo(config);
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
