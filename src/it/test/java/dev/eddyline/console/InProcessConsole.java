package dev.eddyline.console;

import dev.eddyline.app.Application;
import dev.eddyline.app.TestCluster;
import dev.eddyline.config.Settings;
import dev.eddyline.gateway.MapperApplication;
import dev.eddyline.local.Ports;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A running processor with its console, on the shared servers. */
public final class InProcessConsole implements AutoCloseable {

  /** The signing secret of all instances in tests. */
  static final String SECRET = "a secret of all instances of the tests";

  private final Application application;
  private final String token;
  private final Console console;
  private final WebServer server;
  private final WebServer health;
  private final Optional<MapperApplication> mapper;
  private final Optional<TelemetryReceiver> receiver;

  /** An instance with this topic prefix. */
  public InProcessConsole(String prefix, Map<String, String> more) {
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
    boolean hasTelemetry = TelemetryReceiver.isConfigured(settings);
    mapper =
        hasTelemetry
            ? Optional.of(MapperApplication.start(settings, application.metrics()))
            : Optional.empty();
    receiver =
        hasTelemetry
            ? Optional.of(TelemetryReceiver.start(settings, application.metrics()))
            : Optional.empty();
  }

  /** URL that receives OTLP; otlp.port must be set. */
  String otlp() {
    return receiver.orElseThrow().address();
  }

  MeterRegistry metrics() {
    return application.metrics().registry();
  }

  public ApiClient browser() {
    return new ApiClient(server.port(), token, console.signInCode());
  }

  /** A client with this token. */
  public ApiClient client(String given) {
    return new ApiClient(server.port(), given);
  }

  /** A client without a token. */
  ApiClient stranger() {
    return new ApiClient(server.port(), null);
  }

  /** A client of its probes. */
  ApiClient health() {
    return new ApiClient(health.port(), null);
  }

  public Console console() {
    return console;
  }

  public String address() {
    return "127.0.0.1:" + server.port();
  }

  /** Stops the server only: the processor continues with its partitions. */
  void stopOutputFeed() {
    server.close();
  }

  /** Stops it. */
  @Override
  public void close() {
    receiver.ifPresent(TelemetryReceiver::close);
    mapper.ifPresent(MapperApplication::close);
    server.close();
    health.close();
    console.close();
    application.close();
  }
}
