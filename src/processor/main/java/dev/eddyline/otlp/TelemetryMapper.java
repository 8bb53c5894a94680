package dev.eddyline.otlp;

import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.FreeTexts;
import dev.eddyline.otlp.Mapped.Outcome;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.Transition;
import dev.eddyline.schema.WaitingEnded;
import dev.eddyline.schema.WaitingStarted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Maps spans and log records to events. Thread-safe. */
public final class TelemetryMapper {

  private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
  private static final Duration MAX_AHEAD = Duration.ofDays(1);

  private final TelemetryMapping mapping;
  private final ToolMapper tools;
  private final ModelMapper models;
  private final UnaryOperator<String> redaction;

  /**
   * A mapper.
   *
   * @param redaction replaces secrets in a text
   */
  public TelemetryMapper(TelemetryMapping mapping, UnaryOperator<String> redaction) {
    this.mapping = mapping;
    tools = new ToolMapper(mapping);
    models = new ModelMapper(mapping);
    this.redaction = redaction;
  }

  /** Adds to a trace what a record says of its span: its parent, agent and task. */
  public void learn(Trace trace, TelemetryRecord record) {
    Optional<String> task = ownTask(record);
    Optional<RecordKind> kind = mapping.kind(record);
    trace.add(record, mapping.text(Field.AGENT, record), task, kind, reported(record, kind));
    task.ifPresent(trace::fixTask);
  }

  private static boolean isTool(Optional<RecordKind> kind) {
    return kind.equals(Optional.of(RecordKind.TOOL));
  }

  private Reported reported(TelemetryRecord record, Optional<RecordKind> kind) {
    if (isTool(kind)) {
      return tools.reported(record);
    }
    return kind.equals(Optional.of(RecordKind.MODEL)) ? models.reported(record) : Reported.NOTHING;
  }

  private Optional<String> ownTask(TelemetryRecord record) {
    return mapping.text(Field.TASK, record);
  }

  /** Whether nothing that may still arrive would change the events of a record. */
  public boolean isComplete(Trace trace, TelemetryRecord record) {
    if (record.traceId().isEmpty() || !isMapped(record)) {
      return true;
    }
    if (isTool(mapping.kind(record)) && tools.awaitsParent(trace, record)) {
      return false;
    }
    boolean hasTask =
        trace.task().isPresent()
            || trace.taskOfAncestors(record).isPresent()
            || ownTask(record).isPresent();
    boolean hasAgent =
        trace.agentOfAncestors(record).isPresent() || mapping.text(Field.AGENT, record).isPresent();
    return hasTask && hasAgent || trace.hasAllAncestors(record) && !record.parentId().isEmpty();
  }

  private boolean isMapped(TelemetryRecord record) {
    return mapping
        .kind(record)
        .filter(kind -> kind != RecordKind.IGNORED)
        .filter(kind -> kind != RecordKind.AGENT || mapping.text(Field.NODE, record).isPresent())
        .isPresent();
  }

  /**
   * The events of a record, by what is known of its trace now.
   *
   * @param now the time, from which a record may be at most a day ahead
   */
  public Mapped map(Trace trace, TelemetryRecord record, Instant now) {
    Optional<RecordKind> kind = mapping.kind(record);
    if (kind.isEmpty() || kind.get() == RecordKind.IGNORED) {
      return Mapped.none(kind.isEmpty() ? Outcome.UNKNOWN_KIND : Outcome.IGNORED);
    }
    Instant latest = now.plus(MAX_AHEAD);
    if (record.startedAt().isBefore(EARLIEST)
        || record.endedAt().isBefore(EARLIEST)
        || record.startedAt().isAfter(latest)
        || record.endedAt().isAfter(latest)) {
      return Mapped.none(Outcome.INVALID_TIME);
    }
    boolean isUngrouped = isUngrouped(trace, record);
    RecordTasks tasks = tasks(trace, record, isUngrouped);
    Mapped mapped =
        switch (kind.get()) {
          case TOOL -> tools.map(trace, record, tasks);
          case MODEL -> models.map(trace, record, tasks, failure(record, tasks, "failures"));
          case AGENT -> agent(trace, record, tasks);
          case STEP -> step(record, tasks);
          case PROMPT -> prompt(record, tasks);
          case FAILURE -> loggedFailure(record, tasks);
          case HANDOVER -> handover(record, tasks);
          case WAITING -> waiting(record, tasks);
          case IGNORED -> ignored();
        };
    if (mapped.events().isEmpty()) {
      return mapped;
    }
    trace.fixTask(tasks.session());
    for (AgentEvent event : mapped.events()) {
      FreeTexts.shorten(event);
      FreeTexts.replace(event, redaction);
    }
    return isUngrouped ? new Mapped(mapped.events(), Outcome.UNGROUPED) : mapped;
  }

  private static Mapped ignored() {
    return Mapped.none(Outcome.IGNORED);
  }

  private static Mapped mapped(AgentEvent... events) {
    return new Mapped(List.of(events), Outcome.MAPPED);
  }

  private boolean isUngrouped(Trace trace, TelemetryRecord record) {
    return record.parentId().isEmpty()
        && trace.task().isEmpty()
        && (record.traceId().isEmpty() || trace.isSingleSpan(record))
        && ownTask(record).isEmpty();
  }

  private RecordTasks tasks(Trace trace, TelemetryRecord record, boolean isUngrouped) {
    Optional<String> own = ownTask(record);
    Optional<String> outer = trace.taskOfAncestors(record);
    // the task of this trace's events is its id: a conversation that arrives late changes nothing
    Optional<String> fixed = trace.task().filter(record.traceId()::equals);
    String session =
        own.or(() -> fixed)
            .or(() -> outer)
            .or(trace::task)
            .orElseGet(() -> isUngrouped ? record.process() : record.traceId());
    String agent =
        mapping
            .text(Field.AGENT, record)
            .or(() -> trace.agentOfAncestors(record))
            .orElseGet(record::service);
    String workflow = mapping.text(Field.WORKFLOW, record).orElseGet(record::service);
    // an agent with a conversation of its own works for the outer one
    Optional<String> root = outer.filter(it -> own.isPresent() && !it.equals(session));
    return new RecordTasks(
        workflow, session, mapping.text(Field.SUBAGENT, record), root, agent, record);
  }

  /** An agent that is a node of a workflow is a step, too. */
  private Mapped agent(Trace trace, TelemetryRecord record, RecordTasks tasks) {
    Mapped failure = trace.isExplained(record) ? ignored() : failure(record, tasks, "failures");
    Mapped step = mapping.text(Field.NODE, record).isPresent() ? step(record, tasks) : ignored();
    if (step.events().isEmpty()) {
      return failure;
    }
    List<AgentEvent> events = new ArrayList<>(step.events());
    events.addAll(failure.events());
    return new Mapped(events, Outcome.MAPPED);
  }

  private Mapped prompt(TelemetryRecord record, RecordTasks tasks) {
    Optional<String> text = mapping.text(Field.PROMPT, record);
    if (text.isEmpty() || mapping.isIgnoredEvent("prompts")) {
      return ignored();
    }
    AgentTask task = tasks.at(record.startedAt());
    return mapped(tasks.rooted(task.prompted(mapping.text(Field.PROMPT_ID, record), text.get())));
  }

  private Mapped step(TelemetryRecord record, RecordTasks tasks) {
    // all spans within a node name the node
    Optional<String> node =
        mapping
            .text(Field.NODE, record)
            .filter(it -> record.name().equals(it) || record.name().endsWith(" " + it));
    Optional<String> step = mapping.text(Field.STEP, record).or(() -> node);
    boolean isIgnored = step.filter(it -> !mapping.isIgnoredStep(it)).isEmpty();
    if (isIgnored || mapping.isIgnoredEvent("steps")) {
      return ignored();
    }
    return mapped(
        tasks.event(
            record.startedAt(), record.spanId() + ":step", new StepStarted(step.get(), false)));
  }

  private Mapped loggedFailure(TelemetryRecord record, RecordTasks tasks) {
    return mapping
        .text(Field.FAILURE, record)
        .filter(message -> !mapping.isIgnoredEvent("failures"))
        .map(message -> failed(record, tasks, message))
        .orElseGet(TelemetryMapper::ignored);
  }

  private Mapped failure(TelemetryRecord record, RecordTasks tasks, String type) {
    if (!record.isError() || mapping.isIgnoredEvent(type)) {
      return ignored();
    }
    return ErrorTexts.message(record)
        .map(message -> failed(record, tasks, message))
        .orElseGet(() -> Mapped.none(Outcome.WITHOUT_CONTENT));
  }

  private Mapped failed(TelemetryRecord record, RecordTasks tasks, String message) {
    FailureReported body =
        new FailureReported(
            message,
            ErrorTexts.type(mapping.text(Field.FAILURE_CODE, record)),
            null,
            ErrorTexts.stack(record).orElse(null),
            null);
    return mapped(tasks.event(record.endedAt(), record.idWith(message) + ":failure", body));
  }

  private Mapped handover(TelemetryRecord record, RecordTasks tasks) {
    String origin = mapping.text(Field.ORIGIN, record).orElseGet(tasks::agent);
    return mapping
        .text(Field.TARGET, record)
        .map(
            target ->
                mapped(
                    tasks.event(
                        record.startedAt(),
                        record.spanId() + ":transition",
                        new Transition(origin, target, "handover", false))))
        .orElseGet(() -> Mapped.none(Outcome.INCOMPLETE));
  }

  private static Mapped waiting(TelemetryRecord record, RecordTasks tasks) {
    return mapped(
        tasks.event(
            record.startedAt(),
            record.spanId() + ":waiting",
            new WaitingStarted("permission", null, true)),
        tasks.event(
            record.endedAt(),
            record.spanId() + ":waited",
            new WaitingEnded("permission", null, true)));
  }
}
