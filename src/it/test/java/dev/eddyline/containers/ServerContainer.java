package dev.eddyline.containers;

import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports.Binding;
import dev.eddyline.local.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/**
 * A server in a container with one port, which has the same number inside and outside and is
 * published on 127.0.0.1 only: its advertised address is valid in both places and after a restart.
 */
abstract class ServerContainer extends GenericContainer<ServerContainer> {

  static final String HOST = "127.0.0.1";

  private static final Duration START_LIMIT = Duration.ofSeconds(90);
  private static final int STOP_LIMIT_SECONDS = 30;
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);
  private static final int OK = 200;

  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .proxy(HttpClient.Builder.NO_PROXY)
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(ANSWER_LIMIT)
          .build();

  private final int port = Ports.findFreePort();

  /** A server on the base image, reachable on the network under its name. */
  ServerContainer(Network network, String name) {
    this(network, name, DockerEngine.BASE_IMAGE);
  }

  /** A server on another image. */
  ServerContainer(Network network, String name, String image) {
    super(DockerImageName.parse(image));
    withImagePullPolicy(never -> false);
    withNetwork(network);
    withNetworkAliases(name);
    withCreateContainerCmdModifier(this::publish);
  }

  /** Copies a file or folder of those that {@code mvn package} leaves in target. */
  void copy(String built, String inside) {
    withCopyFileToContainer(
        MountableFile.forHostPath(Path.of("target", built).toAbsolutePath()), inside);
  }

  /** Where the server's files lie inside the container. */
  static String home() {
    return "/opt/server";
  }

  /** The server's port. */
  int port() {
    return port;
  }

  /** Whether the server is up. */
  abstract boolean answers();

  /** Runs the work while the server is unavailable, and returns when it is back. */
  void runWhilePaused(OutageKind how, Runnable work) {
    switch (how) {
      // not Docker's pause, which fails on a busy machine: the cgroup is not frozen in time
      case HANGING -> signal("STOP");
      case STOPPED ->
          dockerClient.stopContainerCmd(getContainerId()).withTimeout(STOP_LIMIT_SECONDS).exec();
    }
    try {
      work.run();
    } finally {
      switch (how) {
        case HANGING -> signal("CONT");
        case STOPPED -> dockerClient.startContainerCmd(getContainerId()).exec();
      }
      waitUntilContainerStarted();
    }
  }

  /** Sends a signal to the server, which is the container's only process. */
  private void signal(String name) {
    dockerClient.killContainerCmd(getContainerId()).withSignal(name).exec();
  }

  /** Whether a page of the server responds with success. */
  static boolean isOk(String url) {
    return page(url).filter(answer -> answer.statusCode() == OK).isPresent();
  }

  /** A page of the server, if it responds. */
  static Optional<HttpResponse<String>> page(String url) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).timeout(ANSWER_LIMIT).build();
    try {
      return Optional.of(HTTP.send(request, BodyHandlers.ofString()));
    } catch (IOException notYet) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + url, e);
    }
  }

  @Override
  protected void waitUntilContainerStarted() {
    await(getNetworkAliases().toString()).atMost(START_LIMIT).until(this::answers);
  }

  private void publish(CreateContainerCmd command) {
    ExposedPort inside = ExposedPort.tcp(port);
    command
        .withExposedPorts(inside)
        .getHostConfig()
        .withPortBindings(new PortBinding(Binding.bindIpAndPort(HOST, port), inside));
  }
}
