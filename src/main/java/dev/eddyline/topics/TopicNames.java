package dev.eddyline.topics;

import java.util.List;
import java.util.Objects;

/**
 * The names of all topics, with the configured prefix before each; {@code topology/topics.yaml}
 * says what they hold.
 *
 * @param prefix stands before every name; may be empty
 */
public record TopicNames(String prefix) {

  public TopicNames {
    Objects.requireNonNull(prefix, "prefix");
  }

  /** What agents do, keyed by task. */
  public String agentEvents() {
    return prefix + "agent-events";
  }

  /** What people decide, keyed by root task. */
  public String gateDecisions() {
    return prefix + "gate-decisions";
  }

  /** What crosses partitions. */
  public String signals() {
    return prefix + "eddyline-signals";
  }

  /** The answers, keyed by task. */
  public String loopVerdicts() {
    return prefix + "loop-verdicts";
  }

  /** Gates opened, updated and closed, keyed by root task. */
  public String gateTriggers() {
    return prefix + "gate-triggers";
  }

  /** Counters set back, keyed by task. */
  public String loopResets() {
    return prefix + "loop-resets";
  }

  /** Where other inputs took effect, keyed by partition. */
  public String journal() {
    return prefix + "eddyline-journal";
  }

  /** What could not be read. */
  public String deadLetters() {
    return prefix + "agent-events-dlq";
  }

  /** The topics that the processor reads; their partition counts must be equal. */
  public List<String> inputs() {
    return List.of(agentEvents(), gateDecisions(), signals());
  }
}
