package dev.eddyline.http;

import io.javalin.config.JavalinConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Objects;

/** {@code /metrics}: all metrics in Prometheus' format. */
public final class MetricsPages {

  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final String OPEN = "application/openmetrics-text; version=1.0.0; charset=utf-8";

  private final PrometheusMeterRegistry registry;

  /** The page of this registry. */
  public MetricsPages(PrometheusMeterRegistry registry) {
    this.registry = Objects.requireNonNull(registry, "registry");
  }

  /** Adds the page to a server. */
  public void addTo(JavalinConfig server) {
    server.routes.get(
        "/metrics",
        http -> {
          String accepted = http.header("Accept");
          boolean open = accepted != null && accepted.contains("application/openmetrics-text");
          String type = open ? OPEN : TEXT;
          http.contentType(type).result(registry.scrape(type));
        });
  }
}
