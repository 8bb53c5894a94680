package dev.eddyline.containers;

import org.testcontainers.containers.Network;

/** A schema registry (Apicurio) in a container; its schemas outlive a stop, not a close. */
final class RegistryContainer extends ServerContainer {

  private static final String NAME = "registry";
  private static final String START =
      "cd /opt/server && exec java -Xmx256m -XX:TieredStopAtLevel=1 -Dquarkus.http.host=0.0.0.0"
          + " -Dquarkus.http.port=%d"
          + " -DCoordinatorEnvironmentBean.transactionStatusManagerEnable=false -jar"
          + " apicurio-registry-app-*-runner.jar";

  RegistryContainer(Network network) {
    super(network, NAME);
    copy("registry", home());
    withEnv("REGISTRY_DATASOURCE_URL", "jdbc:h2:file:/var/lib/registry/schemas");
    withCommand("sh", "-c", START.formatted(port()));
  }

  /** Base address of the Confluent-compatible API, for schema.registry.url. */
  String url() {
    return url(HOST);
  }

  /** The base address inside its network. */
  String urlInside() {
    return url(NAME);
  }

  private String url(String host) {
    return "http://%s:%d/apis/ccompat/v7".formatted(host, port());
  }

  @Override
  boolean answers() {
    return isOk(url() + "/subjects");
  }
}
