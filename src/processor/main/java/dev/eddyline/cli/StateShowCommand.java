package dev.eddyline.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.app.TaskRecordReader;
import dev.eddyline.cluster.BootstrapServers;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddyline state show}: prints the stored record of a task. */
@Command(
    name = "show",
    description =
        "Prints the newest committed record of a task as JSON, read from the changelog: the"
            + " processor need not run. Also prints records that have expired.",
    mixinStandardHelpOptions = true)
final class StateShowCommand implements Callable<Integer> {

  @Mixin private SettingsOptions options;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "TASK", description = "id of the task")
  private String taskId;

  @Override
  public Integer call() {
    Settings settings = options.settings();
    new BootstrapServers(settings.get(Setting.BOOTSTRAP_SERVERS)).requireListener();
    TaskRecordReader reader = new TaskRecordReader(settings);
    Optional<ObjectNode> record = reader.read(taskId);
    if (record.isEmpty()) {
      spec.commandLine()
          .getErr()
          .printf("eddyline: %s has no record of task %s%n", reader.changelog(), taskId)
          .flush();
      return ExitCode.FAILED;
    }
    spec.commandLine().getOut().println(record.get().toPrettyString());
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }
}
