package dev.eddyline.serve;

import dev.eddyline.cli.ExitCode;
import dev.eddyline.hooks.HookAgent;
import dev.eddyline.hooks.HookAgents;
import dev.eddyline.hooks.HookTarget;
import dev.eddyline.importer.HttpTarget;
import dev.eddyline.keys.Nearest;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddyline hook}: prints the settings that connect a coding agent to Eddyline. */
@Command(
    name = "hook",
    description =
        "Prints the settings, and where needed the script, with which a coding agent calls Eddyline"
            + " before each tool call. No file is changed. The agent reads a token from its"
            + " environment variable EDDYLINE_TOKEN. With --test, tests that the hooks work.",
    mixinStandardHelpOptions = true)
final class HookCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "TOOL",
      completionCandidates = Tools.class,
      description = "the agent: ${COMPLETION-CANDIDATES}")
  private String tool;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "Eddyline's URL as the agent reaches it; default: ${DEFAULT-VALUE}")
  private String url = "http://127.0.0.1:8090";

  @Option(
      names = "--fail-closed",
      description = "no tool runs while Eddyline is unavailable; without it the agent continues")
  private boolean failClosed;

  @Option(
      names = "--headless",
      description =
          "for claude-code without a terminal (-p): an open gate defers the call, and the agent"
              + " makes it again when it is resumed")
  private boolean headless;

  @Option(
      names = "--test",
      description =
          "tests the hooks: sends an invented session with equal failures to URL, and prints each"
              + " step until a loop is recognised. The token is read from EDDYLINE_TOKEN. The task is"
              + " named eddyline-hook-test-TOOL-TIME and is completed at the end. Exit code 1 where a"
              + " step failed")
  private boolean isTest;

  /** Names of the agents, for the help. */
  static final class Tools implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return HookAgents.names().iterator();
    }
  }

  @Override
  public Integer call() {
    HookAgent agent = HookAgents.find(tool).orElseThrow(this::unknownAgentToolException);
    if (headless && !agent.hasHeadlessMode()) {
      throw new ParameterException(
          spec.commandLine(), "--headless: %s cannot defer a call".formatted(agent.name()));
    }
    HookTarget target = target();
    if (isTest) {
      Optional<String> token = Optional.ofNullable(System.getenv(HttpTarget.TOKEN));
      PrintWriter out = spec.commandLine().getOut();
      HookCheck check = new HookCheck(agent, target.base(), token, Clock.systemUTC(), out);
      return check.run() ? ExitCode.OK : ExitCode.FAILED;
    }
    spec.commandLine().getOut().print(agent.setup(target));
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }

  private HookTarget target() {
    try {
      return new HookTarget(url, failClosed, headless);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), "--url: " + wrong.getMessage());
    }
  }

  private ParameterException unknownAgentToolException() {
    String problem =
        "TOOL '%s' is unknown; known: %s%s"
            .formatted(
                tool,
                String.join(", ", HookAgents.names()),
                Nearest.hint(tool, HookAgents.names()));
    return new ParameterException(spec.commandLine(), problem);
  }
}
