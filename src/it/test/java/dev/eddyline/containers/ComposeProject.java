package dev.eddyline.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.access.TokenList;
import dev.eddyline.local.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** deploy/compose.yaml, run by {@code docker compose} with the programs of this machine. */
final class ComposeProject implements AutoCloseable {

  /** All but the services whose images cannot be built here: a Kafka UI and Grafana. */
  private static final List<String> SERVICES =
      List.of("kafka", "registry", "topics", "eddyline", "notifier", "prometheus", "receiver");

  private static final Path LOG = Path.of("target", "compose-it.log");
  private static final long LIMIT_MINUTES = 6;
  private static final int SECRET_BYTES = 32;

  /** A token of the console, for people. */
  static final String TOKEN = "token-of-the-compose-test";

  /** Bytes of the webhooks' secret. */
  private final byte[] secret = new byte[SECRET_BYTES];

  private final Map<String, Integer> portByService = new HashMap<>();
  private final Map<String, String> environment = new HashMap<>();

  /**
   * A project that is not started yet.
   *
   * @param folder gets the files of targets and tokens
   */
  ComposeProject(Path folder) throws IOException {
    new SecureRandom().nextBytes(secret);
    Path targets = folder.resolve("targets.yaml");
    Files.writeString(
        targets,
        """
        targets:
          - name: receiver
            url: http://receiver:%d/hook
            key: whsec_%s
        """
            .formatted(ReceiverMain.PORT, Base64.getEncoder().encodeToString(secret)));
    Path tokens = folder.resolve("tokens.yaml");
    Files.writeString(
        tokens,
        "tokens: [{name: people, sha256: %s, roles: [view, decide]}]"
            .formatted(TokenList.sha256(TOKEN)));
    // the container's user reads them
    for (Path file : List.of(targets, tokens)) {
      assertThat(file.toFile().setReadable(true, false)).isTrue();
    }
    for (String service :
        List.of(
            "KAFKA",
            "REGISTRY",
            "CONSOLE",
            "EDDYLINE_HEALTH",
            "NOTIFIER_HEALTH",
            "PROMETHEUS",
            "RECEIVER")) {
      int port = Ports.findFreePort();
      portByService.put(service, port);
      environment.put("TEST_" + service + "_PORT", Integer.toString(port));
    }
    environment.put("TEST_PROJECT", Path.of("").toAbsolutePath().toString());
    environment.put("EDDYLINE_BASE_IMAGE", DockerEngine.BASE_IMAGE);
    environment.put("EDDYLINE_TOKENS", tokens.toAbsolutePath().toString());
    environment.put("EDDYLINE_UI_PASSWORD", "unused: neither UI is started");
    environment.put("EDDYLINE_TARGETS", targets.toAbsolutePath().toString());
    findProgram("prometheus").ifPresent(path -> environment.put("TEST_PROMETHEUS", path));
  }

  /** The reason why compose or Prometheus cannot be run here, if there is one. */
  static Optional<String> obstacle() throws IOException, InterruptedException {
    if (findProgram("prometheus").isEmpty()) {
      return Optional.of("prometheus is not on the PATH (Debian's package prometheus has it)");
    }
    Process version =
        new ProcessBuilder(program("version"))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return version.waitFor() == 0
        ? Optional.empty()
        : Optional.of("docker has no compose plugin, and EDDYLINE_DEPLOY_TOOLS is not set");
  }

  /** Compose with arguments: that of src/it/deploy/install.sh, else Docker's plugin. */
  private static List<String> program(String... arguments) {
    String tools = System.getenv("EDDYLINE_DEPLOY_TOOLS");
    Stream<String> program =
        tools == null ? Stream.of("docker", "compose") : Stream.of(tools + "/docker-compose");
    return Stream.concat(program, Stream.of(arguments)).toList();
  }

  private static Optional<String> findProgram(String name) {
    return Arrays.stream(System.getenv("PATH").split(":"))
        .map(folder -> Path.of(folder, name).toAbsolutePath())
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  /** Builds Eddyline's image and starts all; returns when the processor's topics exist. */
  void start() throws IOException {
    run(Stream.concat(Stream.of("up", "--build", "-d"), SERVICES.stream()));
  }

  /** Broker for programs outside, host and port. */
  String bootstrap() {
    return ServerContainer.HOST + ":" + port("KAFKA");
  }

  /** An address on the published port of a service. */
  String url(String service, String path) {
    return "http://%s:%d%s".formatted(ServerContainer.HOST, port(service), path);
  }

  private int port(String service) {
    return portByService.get(service);
  }

  /** The receiver's webhooks. */
  List<Webhook> webhooks() {
    String list = ServerContainer.page(url("RECEIVER", "/")).orElseThrow().body();
    return Webhook.parse(list);
  }

  /** Whether the secret of the target signed this webhook. */
  boolean hasSigned(Webhook webhook) {
    return webhook.isSignedWith(secret);
  }

  private void run(Stream<String> command) throws IOException {
    List<String> words =
        new ArrayList<>(
            program(
                "--project-name",
                "eddyline-compose-it",
                "--profile",
                "notifier",
                "-f",
                "deploy/compose.yaml",
                "-f",
                "src/it/deploy/compose-override.yaml"));
    command.forEach(words::add);
    ProcessBuilder compose =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(LOG.toFile()));
    compose.environment().putAll(environment);
    Process process = compose.start();
    process.getOutputStream().close();
    boolean isDone = awaitEnd(process);
    if (!isDone) {
      process.destroy();
    }
    assertThat(isDone && process.exitValue() == 0).as("%s: see %s", words, LOG).isTrue();
  }

  private static boolean awaitEnd(Process process) {
    try {
      return process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Appends the logs of all services to a file in target, and removes containers and volumes. */
  @Override
  public void close() throws IOException {
    try {
      run(Stream.of("logs", "--no-color"));
    } finally {
      run(Stream.of("down", "--volumes", "--remove-orphans", "--timeout", "20"));
    }
  }
}
