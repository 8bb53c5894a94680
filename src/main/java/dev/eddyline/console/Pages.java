package dev.eddyline.console;

import io.javalin.config.JavalinConfig;

/** Some pages of the one HTTP server. */
@FunctionalInterface
public interface Pages {

  /** Adds the routes. */
  void addTo(JavalinConfig config);
}
