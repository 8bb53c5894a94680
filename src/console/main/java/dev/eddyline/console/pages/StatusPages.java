package dev.eddyline.console.pages;

import dev.eddyline.app.Application;
import dev.eddyline.console.edge.Route;
import dev.eddyline.console.web.Pages;
import io.javalin.config.JavalinConfig;
import java.util.Objects;

/** {@code /status}: how this instance is doing, for people and for the other instances. */
public final class StatusPages implements Pages {

  private final Application application;

  /** Serves the status of this processor. */
  public StatusPages(Application application) {
    this.application = Objects.requireNonNull(application, "application");
  }

  @Override
  public void addTo(JavalinConfig config) {
    Route.STATUS.serve(config, http -> http.json(application.status()));
  }
}
