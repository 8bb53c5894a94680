package dev.eddyline.console;

import dev.eddyline.app.Application;
import dev.eddyline.app.TestCluster;
import dev.eddyline.config.Settings;
import dev.eddyline.local.Ports;
import java.util.HashMap;
import java.util.Map;

/** A running processor with its console, on the shared servers. */
final class InProcessConsole implements AutoCloseable {

  /** The signing secret of all instances in tests. */
  static final String SECRET = "a secret of all instances of the tests";

  private final Application application;
  private final String token;
  private final Console console;
  private final WebServer server;
  private final WebServer health;

  /** An instance with this topic prefix. */
  InProcessConsole(String prefix, Map<String, String> more) {
    Map<String, String> flags = new HashMap<>(more);
    int port = Ports.findFreePort();
    flags.putIfAbsent("application.server", "127.0.0.1:" + port);
    flags.put("http.port", Integer.toString(port));
    flags.putIfAbsent("signing.secret", SECRET);
    Settings settings = TestCluster.shared().settings(prefix, flags);
    token = flags.get("http.token");
    application = Application.start(settings);
    console = new Console(settings, application);
    server = WebServer.of(settings, console);
    health = WebServer.health(settings, application);
  }

  ApiClient browser() {
    return new ApiClient(server.port(), token);
  }

  /** A client of its probes. */
  ApiClient health() {
    return new ApiClient(health.port(), null);
  }

  Console console() {
    return console;
  }

  String address() {
    return "127.0.0.1:" + server.port();
  }

  /** Stops the server only: the processor continues with its partitions. */
  void stopOutputFeed() {
    server.close();
  }

  /** Stops it. */
  @Override
  public void close() {
    server.close();
    health.close();
    console.close();
    application.close();
  }
}
