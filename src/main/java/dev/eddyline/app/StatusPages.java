package dev.eddyline.app;

import io.javalin.config.JavalinConfig;
import java.util.Objects;

/** {@code /status}: how this instance stands, for people and for the other instances. */
public final class StatusPages {

  private final Application application;

  /** The page of this processor. */
  public StatusPages(Application application) {
    this.application = Objects.requireNonNull(application, "application");
  }

  /** Adds the page to a server. */
  public void addTo(JavalinConfig server) {
    server.routes.get("/status", http -> http.json(application.status()));
  }
}
