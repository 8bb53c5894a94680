package dev.eddyline.security;

import static dev.eddyline.app.RepeatedRequest.untilAvailable;

import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code eddyline} as its own process, with its output. */
final class SecureRun implements AutoCloseable {

  private static final Pattern CONSOLE = Pattern.compile("http=\"?(http://[^\"\\s]+)");
  private static final Pattern HEALTH = Pattern.compile("health=\"?(http://[^\"\\s]+)");
  private static final Pattern TELEMETRY = Pattern.compile("otlp=\"?(http://[^\"\\s]+)");
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Path log;
  private final Process process;

  private SecureRun(Path folder, Map<String, String> environment, List<String> arguments)
      throws IOException {
    log = Files.createTempFile(folder, "run", ".log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx384m", "-XX:TieredStopAtLevel=1", "-jar", "target/eddyline.jar"));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    process = builder.redirectOutput(log.toFile()).start();
  }

  /** {@code run --config} with these settings in a file. */
  static SecureRun withFile(Path folder, Map<String, String> settings) throws IOException {
    Path file = Files.createTempFile(folder, "settings", ".properties");
    Properties properties = new Properties();
    properties.putAll(settings);
    try (Writer out = Files.newBufferedWriter(file)) {
      properties.store(out, null);
    }
    return new SecureRun(folder, Map.of(), List.of("run", "--config", file.toString()));
  }

  /** A command with these settings in its environment. */
  static SecureRun withEnvironment(Path folder, Map<String, String> settings, String... command)
      throws IOException {
    Map<String, String> environment = new java.util.HashMap<>();
    settings.forEach(
        (key, value) ->
            environment.put("EDDYLINE_" + key.replace('.', '_').toUpperCase(Locale.ROOT), value));
    return new SecureRun(folder, environment, List.of(command));
  }

  /** Its output so far. */
  String log() {
    try {
      return Files.readString(log);
    } catch (IOException unreadable) {
      throw new java.io.UncheckedIOException(unreadable);
    }
  }

  /** The body of a page, with the token; empty while there is none. */
  String page(String path) {
    boolean isHealth = path.startsWith("/health/") || path.equals("/metrics");
    Matcher address = (isHealth ? HEALTH : CONSOLE).matcher(log());
    if (!address.find()) {
      return "";
    }
    URI page = URI.create(address.group(1) + path);
    try {
      return CLIENT
          .send(
              HttpRequest.newBuilder(page)
                  .header("Authorization", "Bearer " + SecureCluster.HTTP_TOKEN)
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException notYet) {
      return "";
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a page was read", interrupted);
    }
  }

  /** Whether its servers are listening. */
  boolean isStarted() {
    return TELEMETRY.matcher(log()).find();
  }

  /** Posts an OTLP body in JSON, with the token, as an exporter does; returns the status. */
  int postTelemetry(String path, String json) {
    Matcher address = TELEMETRY.matcher(log());
    if (!address.find()) {
      throw new IllegalStateException("no OTLP port: " + log());
    }
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address.group(1) + path))
            .header("Authorization", "Bearer " + SecureCluster.AGENT_TOKEN)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build();
    return untilAvailable(
        () -> CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode(), it -> it);
  }

  /** Whether it is running. */
  boolean isAlive() {
    return process.isAlive();
  }

  /** Sends SIGTERM. */
  void stop() {
    process.toHandle().destroy();
  }

  /** Its exit code; it must end within a minute. */
  int exitCode() throws InterruptedException {
    if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("it did not end: " + log());
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
