package dev.eddyline.cli;

import dev.eddyline.app.ApplicationReset;
import dev.eddyline.app.ApplicationReset.Plan;
import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.topics.TopicCatalogue;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddyline reset}: resets the application to the state before its first start. */
@Command(
    name = "reset",
    description =
        "Resets an application (application.id) to the state before its first start: it deletes"
            + " the state of all tasks and gates. The next start reads the inputs from their"
            + " beginning and publishes all outputs again. The mapper of telemetry is not reset:"
            + " its events are among the inputs. Rejected while an instance runs (exit code 4).",
    mixinStandardHelpOptions = true)
final class ResetCommand implements Callable<Integer> {

  @Mixin private SettingsOptions options;
  @Spec private CommandSpec spec;

  @ArgGroup(multiplicity = "1")
  private ConfirmationOptions confirmationOptions;

  /** One of these options is required, because a reset cannot be undone. */
  private static final class ConfirmationOptions {
    @Option(names = "--dry-run", description = "only print what would be deleted and moved")
    @SuppressWarnings("UnusedVariable") // the command line must have it or --yes
    private boolean isDryRun;

    @Option(names = "--yes", description = "reset the application")
    private boolean isConfirmed;
  }

  @Override
  public Integer call() throws IOException {
    Settings settings = options.settings();
    TopicCatalogue topics = TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX));
    int partitions;
    try (TopicAdmin admin = options.topicAdmin(settings, topics)) {
      partitions = admin.requireTopicsReady();
    }
    PrintWriter out = spec.commandLine().getOut();
    try (ApplicationReset reset = new ApplicationReset(settings, topics, partitions)) {
      Plan plan = reset.plan();
      print(out, settings.get(Setting.APPLICATION_ID), plan);
      if (!plan.members().isEmpty()) {
        spec.commandLine()
            .getErr()
            .println(
                "eddyline: the group has members: stop all instances first; a member that did not"
                    + " leave is removed after session.timeout.ms");
        return ExitCode.CLUSTER;
      }
      if (confirmationOptions.isConfirmed && !plan.isEmpty()) {
        reset.executePlan(plan);
        out.println("done; on every other machine delete state.dir before the next start");
      }
      return ExitCode.OK;
    }
  }

  private static void print(PrintWriter out, String group, Plan plan) {
    if (plan.isEmpty()) {
      out.println("group " + group + " was never started, nothing to reset");
      return;
    }
    plan.members().forEach(member -> out.println("member    " + member));
    plan.offsetResetByPartition()
        .forEach(
            (partition, move) ->
                out.printf(
                    "offset    %s: %s -> %d%n",
                    partition, move.from() < 0 ? "none" : move.from(), move.to()));
    plan.changelogs().forEach(topic -> out.println("delete    topic " + topic));
    if (plan.stateFolderExists()) {
      out.println("delete    folder " + plan.stateFolder().toAbsolutePath());
    }
  }
}
