package dev.eddyline.containers;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.RestartPolicy;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.testcontainers.containers.Network;

/**
 * The shipped image in a container, on the network of its broker and registry, with minimal rights:
 * a read-only root file system, no capability, its own user.
 */
final class ProcessorContainer extends ServerContainer {

  /** Docker's value for unlimited restarts. */
  private static final int ANY_NUMBER = 0;

  /** Any user in group 0. */
  private static final String USER = "20001:0";

  private static final long MEMORY_BYTES = 800L << 20;
  private static final int OK = 200;

  private final Network network;

  /**
   * A processor, not started yet.
   *
   * @param settings values by name; its address and state folder are already set
   */
  ProcessorContainer(Network network, String name, Map<String, String> settings) {
    super(network, name, EddylineImage.name());
    this.network = network;
    settings.forEach((key, value) -> withEnv(variable(key), value));
    withEnv("EDDYLINE_HEALTH_PORT", Integer.toString(port()));
    withEnv("EDDYLINE_HTTP_TOKEN", "token-of-the-tests");
    // every verdict is one of the test's, without canaries
    withEnv("EDDYLINE_CANARY_EVERY", "0");
    // it runs for minutes: a fast start matters more than throughput
    withEnv("JAVA_OPTS", "-XX:TieredStopAtLevel=1");
    withCreateContainerCmdModifier(ProcessorContainer::restrict);
  }

  private static String variable(String key) {
    return "EDDYLINE_" + key.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  private static void restrict(CreateContainerCmd command) {
    HostConfig host = Objects.requireNonNull(command.getHostConfig());
    host.withReadonlyRootfs(true)
        .withCapDrop(Capability.ALL)
        .withSecurityOpts(List.of("no-new-privileges"))
        .withMemory(MEMORY_BYTES)
        // a processor that ends by itself is started again, as every supervisor does
        .withRestartPolicy(RestartPolicy.onFailureRestart(ANY_NUMBER));
    command.withUser(USER);
  }

  /** Runs the work while the container is cut off the network. */
  void runWhileCutOffFromNetwork(Runnable work) {
    dockerClient
        .disconnectFromNetworkCmd()
        .withNetworkId(network.getId())
        .withContainerId(getContainerId())
        .exec();
    try {
      work.run();
    } finally {
      dockerClient
          .connectToNetworkCmd()
          .withNetworkId(network.getId())
          .withContainerId(getContainerId())
          .exec();
    }
  }

  /** Its readiness; empty where it does not respond. */
  String readiness() {
    return page(health("ready")).map(HttpResponse::body).orElse("");
  }

  /** Whether it is ready. */
  boolean isReady() {
    return page(health("ready")).filter(page -> page.statusCode() == OK).isPresent();
  }

  @Override
  boolean answers() {
    return isOk(health("live"));
  }

  private String health(String what) {
    return "http://%s:%d/health/%s".formatted(HOST, port(), what);
  }
}
