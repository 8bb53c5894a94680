package dev.eddyline.containers;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.testcontainers.containers.Network;

/** A schema registry (Apicurio) in a container; its schemas outlive a stop, not a close. */
final class RegistryContainer extends ServerContainer {

  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);
  private static final int OK = 200;

  private static final String START =
      "cd /opt/server && exec java -Xmx256m -Dquarkus.http.host=0.0.0.0 -Dquarkus.http.port=%d"
          + " -DCoordinatorEnvironmentBean.transactionStatusManagerEnable=false"
          + " -jar apicurio-registry-app-*-runner.jar";

  private final HttpClient http =
      HttpClient.newBuilder()
          .proxy(HttpClient.Builder.NO_PROXY)
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(ANSWER_LIMIT)
          .build();

  RegistryContainer(Network network) {
    super(network, "registry");
    withEnv("REGISTRY_DATASOURCE_URL", "jdbc:h2:file:/var/lib/registry/schemas");
    withCommand("sh", "-c", START.formatted(port()));
  }

  /** Base address of the Confluent-compatible API, for schema.registry.url. */
  String url() {
    return "http://%s:%d/apis/ccompat/v7".formatted(HOST, port());
  }

  @Override
  boolean answers() {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + "/subjects")).timeout(ANSWER_LIMIT).build();
    try {
      return http.send(request, BodyHandlers.discarding()).statusCode() == OK;
    } catch (IOException notYet) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the registry", e);
    }
  }
}
