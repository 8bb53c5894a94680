package dev.eddyline.cli;

import dev.eddyline.app.Application;
import dev.eddyline.app.ErasedStateProbe;
import dev.eddyline.app.LoopMemoryEraser;
import dev.eddyline.app.TaskStateEraser;
import dev.eddyline.app.TopicEraser;
import dev.eddyline.app.TopicEraser.PartitionErasure;
import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.erasure.ErasableTopics;
import dev.eddyline.erasure.ErasureSubject;
import dev.eddyline.erasure.RecordEraser;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.ToLongFunction;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddyline forget}: erases the data of a task, a session or a person. */
@Command(
    name = "forget",
    description =
        "Erases the state of a task or a session (its histories, counters, gate), its loop memory,"
            + " its dead letters, and what consoles show of it. With --person, erases a name from dead letters, the audit"
            + " topic and the loop memory. Prints which topics retain their records, and how long."
            + " Reports if nothing was there. Use it for ended tasks and sessions: later events are stored again. Data about a"
            + " task in the state of its root, subtasks and sessions is erased only with these.",
    mixinStandardHelpOptions = true)
final class ForgetCommand implements Callable<Integer> {

  @Mixin private SettingsOptions options;
  @Spec private CommandSpec spec;

  @ArgGroup(multiplicity = "1")
  private ErasureTargetOptions targetOptions;

  /** The options that name what is erased; exactly one is given. */
  private static final class ErasureTargetOptions {
    @Parameters(paramLabel = "TASK", description = "id of the task")
    private String task;

    @Option(names = "--session", paramLabel = "ID", description = "id of the session")
    private String session;

    @Option(
        names = "--person",
        paramLabel = "NAME",
        description = "name of a person, as decisions have it")
    private String person;

    ErasureSubject subject() {
      try {
        if (session != null) {
          return new ErasureSubject(ErasureSubject.SubjectKind.SESSION, session);
        }
        return person != null
            ? new ErasureSubject(ErasureSubject.SubjectKind.PERSON, person)
            : new ErasureSubject(ErasureSubject.SubjectKind.TASK, task);
      } catch (IllegalArgumentException blank) {
        throw new InvalidSettingException("TASK, --session, --person: must not be blank");
      }
    }
  }

  @ArgGroup(multiplicity = "1")
  private ErasureConfirmation confirmation;

  /** One of these options is required, because an erasure cannot be undone. */
  private static final class ErasureConfirmation {
    @Option(names = "--dry-run", description = "only print what would be erased and what not")
    private boolean isDryRun;

    @Option(names = "--yes", description = "erase it")
    @SuppressWarnings("UnusedVariable") // the command line must have it or --dry-run
    private boolean isConfirmed;
  }

  /** Records of topics and cases of the loop memory that are erased or changed. */
  private long affected;

  @Override
  public Integer call() {
    ErasureSubject subject = targetOptions.subject();
    Settings settings = options.settings();
    TopicCatalogue topics = TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX));
    int partitions;
    Map<String, Optional<Duration>> retentions;
    try (TopicAdmin admin = options.topicAdmin(settings, topics)) {
      partitions = admin.requireTopicsReady();
      retentions = admin.retentions();
    }
    boolean done;
    try (SchemaRegistry registry =
        new ConfluentSchemaRegistry(settings.registry(), Application.CLUSTER_TIMEOUT)) {
      Map<TopicSpec, RecordEraser> erasable =
          ErasableTopics.erasersByTopic(topics, subject, registry);
      TaskStateEraser forgetter = new TaskStateEraser(settings, topics, partitions);
      forgetter.requireErasureAcls(erasable.keySet());
      Optional<ErasedStateProbe> probe =
          isDryRun() || isPerson(subject)
              ? Optional.empty()
              : Optional.of(ErasedStateProbe.begin(settings, subject.id()));
      done = eraseTaskState(subject, forgetter, partitions);
      // after the request: everything that the partitions recorded before it is readable by now
      eraseLoopMemory(subject, new LoopMemoryEraser(settings, topics), topics);
      eraseTopicRecords(settings, erasable);
      if (done && affected == 0) {
        printNothingFound(subject, probe);
      }
    }
    printRetainedTopics(subject, topics, retentions);
    out().flush();
    if (!done) {
      spec.commandLine()
          .getErr()
          .println(
              "eddyline: the erasure was requested, but not every partition has processed it yet:"
                  + " is the processor running?");
    }
    return done ? ExitCode.OK : ExitCode.CLUSTER;
  }

  private boolean eraseTaskState(
      ErasureSubject subject, TaskStateEraser forgetter, int partitions) {
    if (isPerson(subject)) {
      return true;
    }
    boolean done = isDryRun() || forgetter.eraseStateOfKey(subject.id());
    String state = isDryRun() ? "would be erased" : done ? "erased" : "to be erased";
    out().printf("%s  the state of all %d partitions under this key%n", state, partitions);
    out().printf("%s  its verdicts, gates and timeline in consoles and their API%n", state);
    return done;
  }

  private void eraseLoopMemory(
      ErasureSubject subject, LoopMemoryEraser memory, TopicCatalogue topics) {
    List<String> cases = memory.findCaseKeysOf(subject);
    affected += cases.size();
    if (!isDryRun()) {
      memory.erase(cases);
    }
    out()
        .printf(
            "%s  the loop memory: %d cases of %s%n",
            actionPhrase("erased"), cases.size(), topics.name(TopicRole.LOOP_MEMORY));
  }

  private void eraseTopicRecords(Settings settings, Map<TopicSpec, RecordEraser> erasable) {
    try (TopicEraser eraser = new TopicEraser(settings)) {
      erasable.forEach(
          (topic, rule) -> {
            List<PartitionErasure> parts = eraser.previewErasure(topic, rule);
            affected += sum(parts, part -> part.erased() + part.replaced());
            if (!isDryRun()) {
              eraser.erase(topic, parts, rule);
            }
            out()
                .printf(
                    "%s  %d of %d records of %s; texts replaced in %d%n",
                    actionPhrase("erased"),
                    sum(parts, PartitionErasure::erased),
                    sum(parts, PartitionErasure::read),
                    topic.name(),
                    sum(parts, PartitionErasure::replaced));
          });
    }
  }

  /** Prints that nothing was there, as far as it is known. */
  private void printNothingFound(ErasureSubject subject, Optional<ErasedStateProbe> probe) {
    if (isPerson(subject)) {
      out().println("nothing was there: the name is neither in the loop memory nor in the topics");
    } else if (!isDryRun()) {
      Optional<Boolean> hadState = probe.flatMap(ErasedStateProbe::wasStateErased);
      if (hadState.isEmpty()) {
        out()
            .println(
                "nothing was there in the loop memory and the topics; unknown for the state: "
                    + probe.flatMap(ErasedStateProbe::obstacle).orElse("it was not read"));
      } else if (!hadState.get()) {
        out().println("nothing was there: no state, no loop memory, no record has this key");
      }
    }
  }

  private boolean isDryRun() {
    return confirmation.isDryRun;
  }

  private static boolean isPerson(ErasureSubject subject) {
    return subject.kind() == ErasureSubject.SubjectKind.PERSON;
  }

  private static long sum(List<PartitionErasure> parts, ToLongFunction<PartitionErasure> count) {
    return parts.stream().mapToLong(count).sum();
  }

  private void printRetainedTopics(
      ErasureSubject subject, TopicCatalogue topics, Map<String, Optional<Duration>> retentions) {
    out()
        .println(
            "retained  in these topics and in the stores' changelogs until the brokers have"
                + " compacted them or deleted their segments, as these contain records of others");
    for (TopicRole role : TopicRole.values()) {
      TopicSpec topic = topics.topic(role);
      // topics of telemetry may be missing where it is off
      if (topic.cleanup() == TopicSpec.Cleanup.DELETE
          && (!ErasableTopics.isErasable(role)
              || role == TopicRole.DECISION_RECEIPTS && !isPerson(subject))
          && retentions.containsKey(topic.name())) {
        String retention =
            retentions.get(topic.name()).map(ForgetCommand::formatDuration).orElse("forever");
        out().printf("retained  %s: %s%n", topic.name(), retention);
      }
    }
    out().println("retained  logs, traces, backups and copies of the topics: not changed");
  }

  private static String formatDuration(Duration duration) {
    return duration.toHours() % 24 == 0
        ? duration.toDays() + (duration.toDays() == 1 ? " day" : " days")
        : duration.toMinutes() % 60 == 0
            ? duration.toHours() + " hours"
            : duration.toSeconds() + " seconds";
  }

  private String actionPhrase(String done) {
    return isDryRun() ? "would be " + done : done;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
