package dev.eddyline.local;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/**
 * A schema registry on 127.0.0.1 without installation: Apicurio with its Confluent-compatible API.
 * Compatibility is BACKWARD. It stores its schemas in memory. For one thread.
 */
public final class LocalRegistry implements AutoCloseable {

  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(10);
  private static final int OK = 200;

  private final int port;
  private final ServerProcess process;
  private final ServerCommand serveCommand;
  private final HttpClient http =
      HttpClient.newBuilder()
          .proxy(HttpClient.Builder.NO_PROXY)
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(RESPONSE_TIMEOUT)
          .build();

  private LocalRegistry(int port) {
    this.port = port;
    Path jar = Distribution.current().registryJar();
    this.serveCommand =
        new ServerCommand(
            jar.toString(),
            List.of(
                "-Xmx256m",
                // it gets few requests: start time matters more than speed
                "-XX:TieredStopAtLevel=1",
                "-Dquarkus.http.host=" + Ports.HOST,
                "-Dquarkus.http.port=" + port,
                // otherwise it opens a second port, only to derive a process id from it
                "-DCoreEnvironmentBean.processImplementationClassName="
                    + "com.arjuna.ats.internal.arjuna.utils.UuidProcessId"),
            mainClass(jar),
            List.of());
    this.process = new ServerProcess("registry");
  }

  /** A registry on a free port, ready for use; ServerStartException when it does not start. */
  public static LocalRegistry start() {
    return start(Ports.findFreePort());
  }

  /** A registry on this port, 1 to 65535, ready for use; ServerStartException likewise. */
  public static LocalRegistry start(int port) {
    LocalRegistry registry = new LocalRegistry(Ports.requireFree(port));
    return ServerProcess.startOrCloseOnFailure(
        registry,
        () -> {
          registry.process.start(registry.serveCommand, registry::isReady);
          registry.requireBackwardCompatibility();
        });
  }

  /** Base address of the Confluent-compatible API, for schema.registry.url. */
  public String confluentUrl() {
    return "http://%s:%d/apis/ccompat/v7".formatted(Ports.HOST, port);
  }

  /** Suspends it: it does not respond until {@link #resume}. */
  public void suspend() {
    process.suspend();
  }

  /** Resumes it. */
  public void resume() {
    process.resume();
  }

  /** Stops it; its schemas are lost. */
  @Override
  public void close() {
    process.close();
  }

  ServerProcess process() {
    return process;
  }

  private boolean isReady() {
    if (!Ports.acceptsConnections(port)) {
      return false;
    }
    try {
      return send(request("/subjects").GET().build()).statusCode() == OK;
    } catch (IOException notYet) {
      return false;
    }
  }

  private void requireBackwardCompatibility() {
    HttpRequest request =
        request("/config")
            .header("Content-Type", "application/vnd.schemaregistry.v1+json")
            .PUT(BodyPublishers.ofString("{\"compatibility\":\"BACKWARD\"}"))
            .build();
    try {
      HttpResponse<String> answer = send(request);
      if (answer.statusCode() != OK) {
        throw new ServerStartException(
            "the registry rejected compatibility BACKWARD with status %d: %s"
                .formatted(answer.statusCode(), answer.body()));
      }
    } catch (IOException e) {
      throw new ServerStartException("cannot set compatibility BACKWARD in the registry", e);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(confluentUrl() + path)).timeout(RESPONSE_TIMEOUT);
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerStartException("interrupted while waiting for the registry", e);
    }
  }

  private static String mainClass(Path jar) {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
    } catch (IOException e) {
      throw new ServerStartException("cannot read " + jar, e);
    }
  }
}
