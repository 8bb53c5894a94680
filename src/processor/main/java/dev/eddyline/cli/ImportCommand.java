package dev.eddyline.cli;

import dev.eddyline.app.Application;
import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.importer.EventTarget;
import dev.eddyline.importer.HttpTarget;
import dev.eddyline.importer.ImportQueue;
import dev.eddyline.importer.KafkaTarget;
import dev.eddyline.importer.SessionFollower;
import dev.eddyline.importer.SessionImport;
import dev.eddyline.importer.StreamTarget;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.text.Hash;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.yaml.FileProblem;
import dev.eddyline.yaml.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddyline import}: publishes session files of coding agents as events. */
@Command(
    name = "import",
    description =
        "Reads session files of coding agents (Claude Code, Codex, Gemini CLI, OpenCode, OpenHands,"
            + " SWE-agent, mini-SWE-agent) as events. Writes JSON lines to standard output, or"
            + " publishes the events: over HTTP with --to, to Kafka with --bootstrap. Prints"
            + " problems and counts to standard error. Exit code 3 when a record could not be"
            + " read, or an event was refused.",
    mixinStandardHelpOptions = true)
final class ImportCommand implements Callable<Integer> {

  private static final Duration HTTP_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

  @Spec private CommandSpec spec;

  @Mixin private SettingsOptions options;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "session files, or folders")
  private List<Path> paths;

  @Option(
      names = "--to",
      paramLabel = "URL",
      description =
          "publish to the HTTP API at this address, such as http://127.0.0.1:8090; the token is"
              + " read from the environment variable EDDYLINE_TOKEN")
  private String url;

  @Option(
      names = "--follow",
      description = "continue with what is added to the files and folders, until SIGTERM or Ctrl-C")
  private boolean follow;

  @Option(
      names = "--state",
      paramLabel = "FILE",
      description =
          "where --follow stores how far the events were accepted; default: a file for this target"
              + " and these FILEs in ~/.local/state/eddyline, or in $XDG_STATE_HOME/eddyline")
  private Path stateFile;

  private final CountDownLatch ended = new CountDownLatch(1);

  @Override
  public Integer call() throws IOException {
    if (stateFile != null && !follow) {
      throw new InvalidSettingException("--state: only with --follow");
    }
    PrintWriter err = spec.commandLine().getErr();
    try (EventTarget target = target()) {
      ImportQueue queue = new ImportQueue(target, err);
      if (follow) {
        followSessions(queue, err);
      } else {
        SessionImport sessions = new SessionImport(queue);
        sessions.run(paths);
        sessions.counts().lines().forEach(err::println);
      }
      err.printf("events accepted: %d, rejected: %d%n", queue.published(), queue.rejected());
      err.flush();
      return queue.rejected() > 0 ? ExitCode.PARTLY_READ : ExitCode.OK;
    } finally {
      // a SIGTERM waits for the summary and the closed target
      ended.countDown();
    }
  }

  private EventTarget target() {
    if (url != null && options.namesCluster()) {
      throw new InvalidSettingException("--to and --bootstrap: name one target");
    }
    if (url != null) {
      Optional<String> token = Optional.ofNullable(System.getenv(HttpTarget.TOKEN));
      return new HttpTarget(url, token, HTTP_TIMEOUT);
    }
    if (!options.namesCluster()) {
      return new StreamTarget(spec.commandLine().getOut());
    }
    Settings settings = options.settings();
    TopicCatalogue topics = TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX));
    try (TopicAdmin admin = options.topicAdmin(settings, topics)) {
      admin.requireTopicsReady();
    }
    return new KafkaTarget(
        settings,
        topics,
        new ConfluentSchemaRegistry(settings.registry(), Application.CLUSTER_TIMEOUT));
  }

  private void followSessions(ImportQueue queue, PrintWriter err) throws IOException {
    for (Path path : paths) {
      Optional<String> problem = FileProblem.ofInputOrFolder(path);
      if (problem.isPresent()) {
        throw new IOException(path + ": " + problem.get());
      }
    }
    Path state = stateFile == null ? defaultStateFile() : stateFile;
    SessionFollower follower = new SessionFollower(paths, state, queue, err);
    err.println(Printable.escape("eddyline: follows the files, state in " + state));
    err.flush();
    Thread importing = Thread.currentThread();
    Thread stop =
        new Thread(
            () -> {
              importing.interrupt();
              awaitEnd();
            },
            "stop-import");
    Runtime.getRuntime().addShutdownHook(stop);
    try {
      follower.run();
    } catch (ClosedByInterruptException stopped) {
      // the stop came while a file was read: what was not accepted is read again
      err.println("eddyline: stopped while reading");
    } finally {
      // the target is closed without an interrupt
      Thread.interrupted();
    }
  }

  private void awaitEnd() {
    try {
      ended.await(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
  }

  private Path defaultStateFile() {
    String home = System.getenv("XDG_STATE_HOME");
    Path folder =
        home == null || home.isBlank()
            ? Path.of(System.getProperty("user.home"), ".local", "state")
            : Path.of(home);
    String target =
        url != null
            ? url
            : options.namesCluster() ? options.settings().get(Setting.BOOTSTRAP_SERVERS) : "";
    String files =
        String.join(
            "\n", paths.stream().map(it -> it.toAbsolutePath().normalize().toString()).toList());
    return folder.resolve("eddyline").resolve("import-" + Hash.id(target, files) + ".json");
  }
}
