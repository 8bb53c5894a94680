package dev.eddyline.engine;

import dev.eddyline.json.Bounds;
import dev.eddyline.json.EventTime;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.EvaluationVerdict;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.DecisionRules;
import dev.eddyline.task.TaskEngine;
import dev.eddyline.yaml.Printable;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema.Field;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.jspecify.annotations.Nullable;

/** Validates input records before they are processed. */
public final class InputValidator {

  /** Longest name or id, in characters: state and outputs contain them whole. */
  public static final int MAX_NAME_LENGTH = 1_024;

  /** Most characters of an id that a reason names. */
  private static final int MAX_QUOTED_LENGTH = 200;

  /** Fields with names and ids; all other texts are truncated or hashed before they are stored. */
  private static final Set<String> NAME_FIELDS =
      Set.of(
          "eventId",
          "taskId",
          "rootTaskId",
          "parentTaskId",
          "workflow",
          "agentId",
          "sessionId",
          "complexity",
          "step",
          "from",
          "to",
          "tool",
          "callId",
          "retryOf",
          "toAgent",
          "by",
          "gateId",
          "origin",
          "signature",
          "ingestToken",
          "tenant");

  /** Positions of these fields, by record class: comparing schemas would be slow. */
  private static final ClassValue<int[]> NAME_FIELD_POSITIONS_BY_RECORD_CLASS =
      new ClassValue<>() {
        @Override
        protected int[] computeValue(Class<?> record) {
          return SpecificData.getForClass(record).getSchema(record).getFields().stream()
              .filter(field -> NAME_FIELDS.contains(field.name()))
              .mapToInt(Field::pos)
              .toArray();
        }
      };

  private InputValidator() {}

  /**
   * Checks the events of a record of agent-events or gate-decisions.
   *
   * @param decisionsOnly whether it was read from gate-decisions
   * @throws BadInputException that says which field is wrong and what is allowed
   */
  public static void check(RecordEvents events, boolean decisionsOnly, DecisionRules decisions) {
    check(events.key(), events.event(), decisionsOnly, decisions);
    if (events.result().isPresent()) {
      check(events.key(), events.result().get(), decisionsOnly, decisions);
    }
  }

  /**
   * Checks an event that was read from agent-events or gate-decisions.
   *
   * @param decisionsOnly whether it was read from gate-decisions
   * @throws BadInputException that says which field is wrong and what is allowed
   */
  public static void check(
      String key, AgentEvent event, boolean decisionsOnly, DecisionRules decisions) {
    if (event == null) {
      throw new BadInputException("value is required, was null");
    }
    boolean isDecision = event.getBody() instanceof HumanIntervened;
    decisions.checkTopic(isDecision, decisionsOnly);
    if (key == null) {
      throw new BadInputException("key is required, was null: the task id as UTF-8 text");
    }
    requireNotEmpty("taskId", event.getTaskId());
    requireNotEmpty("eventId", event.getEventId());
    requireNotEmpty("rootTaskId", event.getRootTaskId());
    requireNotEmpty("tenant", event.getTenant());
    requireNoReservedTaskId(event);
    checkNames(event);
    checkNames((IndexedRecord) event.getBody());
    checkCost(event);
    EventTime.problem(event.getOccurredAt())
        .ifPresent(
            problem -> {
              throw new BadInputException(problem);
            });
    if (event.getBody() instanceof HumanIntervened intervention) {
      decisions.checkAttribution(intervention);
    }
    boolean keyMatches =
        key.equals(event.getTaskId()) || isDecision && key.equals(TaskEngine.home(event));
    if (!keyMatches) {
      throw new BadInputException(
          isDecision
              ? "key must be the root task's id (rootTaskId, or taskId where there is none): "
                  + quote(TaskEngine.home(event))
              : "key must equal taskId: " + quote(event.getTaskId()));
    }
    rejectUnknownEnumValues(event.getBody());
  }

  /**
   * Checks an evaluation that was read from progress-evaluations.
   *
   * @throws BadInputException that says which field is wrong and what is allowed
   */
  public static void check(String key, ProgressEvaluation answer) {
    if (answer == null) {
      throw new BadInputException("value is required, was null");
    }
    if (key == null) {
      throw new BadInputException("key is required, was null: the request's taskId as UTF-8 text");
    }
    for (String field : List.of("requestId", "taskId", "evaluator")) {
      String name = (String) answer.get(answer.getSchema().getField(field).pos());
      requireNotEmpty(field, name);
      checkName(field, name);
    }
    if (!key.equals(answer.getTaskId())) {
      throw new BadInputException("key must equal taskId, which must be the request's");
    }
    if (answer.getVerdict() == EvaluationVerdict.UNKNOWN) {
      throw new BadInputException(
          "verdict is unknown; allowed: regressive, no_progress, external, reasoning");
    }
  }

  /** An id that was checked, shortened. */
  private static String quote(String id) {
    return id.length() <= MAX_QUOTED_LENGTH
        ? "'%s'".formatted(id)
        : "'%s…'".formatted(id.substring(0, id.offsetByCodePoints(0, MAX_QUOTED_LENGTH / 2)));
  }

  private static void requireNotEmpty(String field, String value) {
    if (value != null && value.isEmpty()) {
      throw new BadInputException(field + " must not be empty");
    }
  }

  /** Rejects canary ids on other events: tasks with such ids are not counted. */
  private static void requireNoReservedTaskId(AgentEvent event) {
    String root = event.getRootTaskId();
    if (CanaryTasks.isCanary(event.getTaskId()) && !CanaryTasks.isEvent(event)
        || root != null && CanaryTasks.isCanary(root)) {
      throw new BadInputException(
          "taskId and rootTaskId must not begin with %s: such tasks are Eddyline's own"
              .formatted(CanaryTasks.PREFIX));
    }
  }

  private static void checkNames(IndexedRecord record) {
    for (int position : NAME_FIELD_POSITIONS_BY_RECORD_CLASS.get(record.getClass())) {
      if (record.get(position) instanceof String name) {
        checkName(record.getSchema().getFields().get(position).name(), name);
      }
    }
  }

  private static void checkName(String field, String name) {
    if (name.length() > MAX_NAME_LENGTH) {
      throw new BadInputException(
          "%s must be ≤ %d characters, was %d".formatted(field, MAX_NAME_LENGTH, name.length()));
    }
    if (!Printable.isPrintable(name)) {
      throw new BadInputException(field + " " + Printable.RULE);
    }
  }

  private static void checkCost(AgentEvent event) {
    checkNumber("tokens", event.getTokens());
    checkNumber("costUsd", event.getCostUsd());
  }

  private static void checkNumber(String field, @Nullable Number value) {
    Bounds bounds = Bounds.of(field);
    if (value != null && !bounds.allow(value.doubleValue())) {
      throw new BadInputException(
          "%s must be %s, was %s".formatted(field, bounds.inWords(), value));
    }
  }

  private static void rejectUnknownEnumValues(Object body) {
    if (body instanceof HumanIntervened intervention
        && intervention.getDecision() == Decision.UNKNOWN) {
      throw new BadInputException(
          "human_intervened.decision is unknown; allowed: approve, approve_other_agent, reject,"
              + " false_positive");
    }
    if (body instanceof TaskAttempted attempt && attempt.getStatus() == TaskStatus.UNKNOWN) {
      throw new BadInputException(
          "task_attempted.status is unknown; allowed: pending, in_progress, blocked, done");
    }
  }
}
