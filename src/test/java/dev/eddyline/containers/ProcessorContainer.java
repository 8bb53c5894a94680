package dev.eddyline.containers;

import com.github.dockerjava.api.model.RestartPolicy;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.testcontainers.containers.Network;

/** {@code eddyline run} in a container, on the network of its broker and its registry. */
final class ProcessorContainer extends ServerContainer {

  /** Docker's number for as often as it takes. */
  private static final int ANY_NUMBER = 0;

  private static final String START =
      "exec java -Xmx512m -XX:TieredStopAtLevel=1 -jar /opt/server/eddyline.jar run %s";

  private final Network network;

  /**
   * A processor, not started yet.
   *
   * @param settings names and values; where it is reached and keeps its state stands already
   */
  ProcessorContainer(Network network, String name, List<String> settings) {
    super(network, name);
    this.network = network;
    copy("eddyline.jar", home() + "/eddyline.jar");
    copy("lib", home() + "/lib");
    String all =
        settings.stream().map(setting -> " --set " + setting).collect(Collectors.joining());
    String place = "--set state.dir=/var/lib/eddyline --set http.host=0.0.0.0 --set http.port=";
    // a processor that ends by itself is started again, as every supervisor does
    withCreateContainerCmdModifier(
        command ->
            Objects.requireNonNull(command.getHostConfig())
                .withRestartPolicy(RestartPolicy.onFailureRestart(ANY_NUMBER)));
    withCommand("sh", "-c", START.formatted(place + port() + all));
  }

  /** Does the work while no packet reaches it or leaves it. */
  void whileCutOff(Runnable work) {
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

  @Override
  boolean answers() {
    return isOk("http://%s:%d/health/live".formatted(HOST, port()));
  }
}
