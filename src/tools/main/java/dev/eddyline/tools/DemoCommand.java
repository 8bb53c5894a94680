package dev.eddyline.tools;

import dev.eddyline.cli.ExitCode;
import dev.eddyline.demo.Demo;
import dev.eddyline.demo.Story;
import dev.eddyline.local.Ports;
import dev.eddyline.replay.InputFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code eddyline demo}: runs all servers on one machine and plays stories. */
@Command(
    name = "demo",
    description =
        "Starts a broker, a schema registry and Eddyline on this machine. Plays stories of AI agents"
            + " in loops, and prints verdicts and gates as they are published.",
    mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {

  private static final int MAX_PORT = 65_535;

  @Option(names = "--once", description = "end with a summary when all events are processed")
  private boolean once;

  @Option(
      names = "--events",
      paramLabel = "FILE",
      description = "play these events (files, folders, or -) instead of the stories")
  private List<String> files = List.of();

  @Option(
      names = "--policy",
      paramLabel = "NAME|FILE",
      description = "policy; can be repeated; default: ${DEFAULT-VALUE}")
  private List<String> policies = List.of("default");

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "port of the console; default: 8090, or the next free one")
  private Integer port;

  @Option(
      names = "--speed",
      paramLabel = "FACTOR",
      description =
          "play this many times faster than event time: 60 turns a minute into a second;"
              + " default: without pauses")
  private double speed = Double.POSITIVE_INFINITY;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    List<Story> stories =
        files.isEmpty() ? Story.shipped() : readStoryFiles(InputFiles.expand(files));
    requireSpeed();
    Demo.Options options =
        new Demo.Options(stories, String.join(",", policies), consolePort(), speed, once);
    int rejected = new Demo(options, System.getenv(), System.out, System.err).play();
    return rejected > 0 ? ExitCode.PARTLY_READ : ExitCode.OK;
  }

  private void requireSpeed() {
    if (!(speed >= 1)) {
      throw new ParameterException(
          spec.commandLine(), "--speed: must be a number ≥ 1, was " + speed);
    }
  }

  private OptionalInt consolePort() {
    if (port == null) {
      return OptionalInt.empty();
    }
    if (port < 1 || port > MAX_PORT) {
      throw new ParameterException(
          spec.commandLine(), "--port: must be 1 to %d, was %d".formatted(MAX_PORT, port));
    }
    if (!Ports.isFree(port)) {
      throw new ParameterException(
          spec.commandLine(),
          "--port: port %d is taken: stop the program that listens there, or choose another"
              .formatted(port));
    }
    return OptionalInt.of(port);
  }

  private static List<Story> readStoryFiles(List<String> files) throws IOException {
    List<Story> stories = new ArrayList<>();
    for (String file : files) {
      List<String> lines = new ArrayList<>();
      InputFiles.read(file, (name, line, text) -> lines.add(text));
      stories.add(new Story(file, file, lines));
    }
    return stories;
  }
}
