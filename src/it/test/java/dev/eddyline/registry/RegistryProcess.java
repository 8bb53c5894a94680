package dev.eddyline.registry;

import dev.eddyline.local.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** An Apicurio registry in its own JVM on 127.0.0.1, empty at each start. */
final class RegistryProcess implements AutoCloseable {

  private static final Path FOLDER = Path.of("target", "registry");

  private final int port;
  private final HttpClient http = HttpClient.newHttpClient();
  private Process process;

  private RegistryProcess(int port) {
    this.port = port;
  }

  /** A running registry on any free port. */
  static RegistryProcess started() throws IOException {
    RegistryProcess registry = new RegistryProcess(Ports.findFreePort());
    registry.start();
    return registry;
  }

  /** Starts or restarts it on its port and waits until it responds. */
  void start() throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-Dquarkus.http.host=127.0.0.1",
                "-Dquarkus.http.port=" + port,
                "-jar",
                runnerJar().toAbsolutePath().toString())
            .directory(FOLDER.toFile())
            .redirectErrorStream(true)
            .redirectOutput(Path.of("target", "registry-" + port + ".log").toFile())
            .start();
    Awaitility.await("the registry on port " + port)
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(250))
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(() -> request("GET", "/subjects", "").statusCode() == 200);
  }

  /** Kills it and waits for its end. */
  void stop() {
    try {
      process.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  String url() {
    return "http://127.0.0.1:" + port + "/apis/ccompat/v7";
  }

  Map<String, Object> properties() {
    return Map.of("schema.registry.url", url());
  }

  /** Sends a request to the server without our client. */
  HttpResponse<String> request(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("Content-Type", "application/vnd.schemaregistry.v1+json")
            .timeout(Duration.ofSeconds(60))
            .method(method, BodyPublishers.ofString(body))
            .build();
    return http.send(request, BodyHandlers.ofString());
  }

  private static Path runnerJar() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith("-runner.jar"))
          .findFirst()
          .orElseThrow(() -> new IOException("no *-runner.jar in " + FOLDER + ": mvn package"));
    }
  }

  @Override
  public void close() {
    stop();
  }
}
