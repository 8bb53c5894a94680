package dev.eddyline.replay;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.actions.RuleCounts;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.json.EventSchema;
import dev.eddyline.outcome.CallOutcome;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.replay.EventTrace.Detection;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.state.TaskState;
import dev.eddyline.yaml.Printable;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/**
 * Explains to a person what the detectors made of each event of a task: the events are replayed in
 * this process, and nothing is published.
 */
public final class TaskExplanation {

  private final Policies policies;
  private final String taskId;
  private final Optional<String> workflow;
  private final EventTrace trace = new EventTrace();
  private final InProcessEngine process;
  private final ExplanationSummary summary = new ExplanationSummary();
  private int number;

  /**
   * An explanation of a task under these policies.
   *
   * @param graphs the graphs that tasks are checked against
   * @param workflow the task's workflow where the events that named it are missing
   */
  public TaskExplanation(
      Policies policies, GraphSnapshot graphs, String taskId, Optional<String> workflow) {
    this.policies = policies;
    this.taskId = taskId;
    this.workflow = workflow;
    // before any record: no reply is expired, and each event may open a gate
    process = new InProcessEngine(policies, graphs, Instant.EPOCH, trace);
  }

  /**
   * Replays the next event of the task, or of its root.
   *
   * @param at timestamp of its record, never earlier than the one before
   * @return the event of the task, explained; of its root only what publishes an output
   */
  public Optional<ExplainedEvent> explain(AgentEvent event, Instant at) {
    Optional<TaskState> before = process.taskState(taskId);
    trace.clear();
    boolean isOfTask = event.getTaskId().equals(taskId);
    if (isOfTask && workflow(event, before) == null) {
      event.setWorkflow(workflow.orElse(null));
    }
    InProcessEngine.EventResult result = process.processEvent(event, at);
    if (!isOfTask && result.outputs().isEmpty()) {
      return Optional.empty();
    }
    Optional<TaskState> after = process.taskState(event.getTaskId());
    Optional<Detection> detection = trace.detection();
    Policy policy =
        detection
            .map(Detection::policy)
            .orElseGet(() -> policies.policyForWorkflow(workflow(event, after.or(() -> before))));
    Optional<CallOutcome> outcome = detection.flatMap(it -> it.enriched().outcome());
    EventNotes notes = new EventNotes(event, policy, after);
    if (!isOfTask) {
      notes.addOtherTask();
    }
    notes.add(trace, result.deadLetterReasons());
    notes.addOutputs(result.outputs(), trace);
    Map<String, String> counts = counts(event, outcome, detection, policy, after);
    if (outcome.isEmpty() && counts.isEmpty()) {
      notes.addDetectorsIfNoNote(trace);
    }
    ExplainedEvent explained =
        new ExplainedEvent(
            ++number,
            event.getOccurredAt(),
            event.getTaskId(),
            event.getAgentId(),
            EventSchema.type(((SpecificRecord) event.getBody()).getSchema()),
            tool(event.getBody()).map(policy.redaction()::apply),
            EventHead.of(event, policy.redaction()),
            outcome,
            counts,
            notes.notes());
    summary.add(explained, policy, isOfTask);
    return Optional.of(explained);
  }

  /**
   * Adds a record that is not an event.
   *
   * @param key its key: the task or its root
   * @param at the record's time
   * @param reason why it was dead-lettered
   */
  public ExplainedEvent explainUnreadable(String key, Instant at, String reason) {
    ExplainedEvent explained =
        new ExplainedEvent(
            ++number,
            at,
            key,
            "",
            "unreadable record",
            Optional.empty(),
            "",
            Optional.empty(),
            Map.of(),
            List.of(EventNotes.deadLettered(Printable.escape(reason))));
    summary.add(explained, policies.defaultPolicy(), false);
    return explained;
  }

  /** The summary as text lines. */
  public String summary() {
    return summary.toString();
  }

  private static String workflow(AgentEvent event, Optional<TaskState> state) {
    return event.getWorkflow() == null
        ? state.map(TaskState::getWorkflow).orElse(null)
        : event.getWorkflow();
  }

  private static Optional<String> tool(Object body) {
    if (body instanceof ToolCalled call) {
      return Optional.of(call.getTool());
    }
    return body instanceof ToolReturned returned
        ? Optional.of(returned.getTool())
        : Optional.empty();
  }

  private Map<String, String> counts(
      AgentEvent event,
      Optional<CallOutcome> outcome,
      Optional<Detection> detection,
      Policy policy,
      Optional<TaskState> after) {
    Map<String, String> counts = new LinkedHashMap<>(trace.counts());
    if (outcome.isPresent() && after.isPresent()) {
      counts.putAll(
          RuleCounts.of(
              event,
              detection.get().enriched().waited(),
              after.get(),
              policy.limits(Detectors.REPEATED_ACTION),
              policy.limits(Detectors.UNPRODUCTIVE_STRETCH)));
    }
    return counts;
  }
}
