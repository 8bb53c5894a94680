package dev.eddyline.tools;

import dev.eddyline.cli.ExitCode;
import dev.eddyline.cli.ToolCommand;
import dev.eddyline.demo.Demo;
import dev.eddyline.demo.Story;
import dev.eddyline.replay.InputFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code eddyline demo}: everything on one machine. */
@Command(
    name = "demo",
    description =
        "Starts a broker and a schema registry on this machine, plays stories of agents that go in"
            + " circles, and shows verdicts and gates as they come.",
    mixinStandardHelpOptions = true)
public final class DemoCommand implements ToolCommand {

  @Option(names = "--once", description = "end with a summary when the events are through")
  private boolean once;

  @Option(
      names = "--events",
      paramLabel = "FILE",
      description = "play these events (files, folders, or -) instead of the stories")
  private List<String> files = List.of();

  @Option(
      names = "--policy",
      paramLabel = "NAME|FILE",
      description = "once for each where there are several; default: ${DEFAULT-VALUE}")
  private List<String> policies = List.of("default");

  @Override
  public Integer call() throws Exception {
    List<Story> stories = files.isEmpty() ? Story.shipped() : read(InputFiles.expand(files));
    int refused = new Demo(stories, String.join(",", policies), System.out, System.err).play(once);
    return refused > 0 ? ExitCode.PARTLY_READ : ExitCode.OK;
  }

  private static List<Story> read(List<String> files) throws IOException {
    List<Story> stories = new ArrayList<>();
    for (String file : files) {
      List<String> lines = new ArrayList<>();
      InputFiles.read(file, (name, line, text) -> lines.add(text));
      stories.add(new Story(file, file, lines));
    }
    return stories;
  }
}
