package dev.eddyline.console.web;

import io.javalin.config.JavalinConfig;

/** Pages that register their routes with the HTTP server. */
@FunctionalInterface
public interface Pages {

  /** Adds the routes. */
  void addTo(JavalinConfig config);
}
