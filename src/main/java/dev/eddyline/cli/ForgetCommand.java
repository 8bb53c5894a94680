package dev.eddyline.cli;

import dev.eddyline.app.Application;
import dev.eddyline.app.Forgetter;
import dev.eddyline.app.MemoryEraser;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.topics.TopicAdmin;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddyline forget}: erases what is kept of a task. */
@Command(
    name = "forget",
    description =
        "Erases what Eddyline keeps of a task or a session (its histories, counters, gate) and what"
            + " was, or might yet be, learnt from its loops, and tells"
            + " which topics keep its records and how long. For a task that has ended: what comes of it"
            + " later is remembered again. What its root, its subtasks and its sessions keep of it is"
            + " erased with them only.",
    mixinStandardHelpOptions = true)
final class ForgetCommand implements Callable<Integer> {

  /** Those whose records hold what a task did or what was said of it. */
  private static final List<TopicRole> KEEPERS =
      List.of(
          TopicRole.AGENT_EVENTS,
          TopicRole.GATE_DECISIONS,
          TopicRole.LOOP_VERDICTS,
          TopicRole.GATE_TRIGGERS,
          TopicRole.LOOP_RESETS,
          TopicRole.EDDYLINE_SIGNALS,
          TopicRole.AGENT_EVENTS_DLQ);

  @Mixin private SettingsOptions options;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "TASK", description = "id of the task or of the session")
  private String task;

  @Option(names = "--dry-run", description = "only tell what would be erased and what not")
  private boolean look;

  @Override
  public Integer call() {
    if (task.isEmpty()) {
      throw new InvalidSettingException("TASK: must not be empty");
    }
    Settings settings = options.settings();
    TopicCatalogue topics = TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX));
    int partitions;
    try (TopicAdmin admin =
        new TopicAdmin(topics, Application.admin(settings), Application.CLUSTER_LIMIT)) {
      partitions = admin.check();
    }
    PrintWriter out = spec.commandLine().getOut();
    boolean done = look || new Forgetter(settings, topics, partitions).forget(task);
    String state = look ? "would be erased" : done ? "erased" : "to be erased";
    out.printf("%s  what all %d partitions keep under this key%n", state, partitions);
    // behind the order: what the partitions learnt before they took it is there by now
    MemoryEraser memory = new MemoryEraser(settings, topics);
    List<String> learnt = memory.learntFrom(task);
    if (!look) {
      memory.erase(learnt);
    }
    out.printf(
        "%s  what was learnt from it: %d cases of %s%n",
        look ? "would be erased" : "erased", learnt.size(), topics.name(TopicRole.LOOP_MEMORY));
    out.println(
        "kept    in that topic and in the stores' changelogs until the brokers have compacted them");
    for (TopicRole role : KEEPERS) {
      TopicSpec topic = topics.topic(role);
      out.printf(
          "kept    %s: %d days, unless its retention was changed%n",
          topic.name(), topic.retention().toDays());
    }
    out.flush();
    if (!done) {
      spec.commandLine()
          .getErr()
          .println(
              "eddyline: the order is given, but not every partition has taken it yet: does the"
                  + " processor run?");
    }
    return done ? ExitCode.OK : ExitCode.CLUSTER;
  }
}
