package dev.eddyline.topics;

import java.util.Arrays;
import java.util.Optional;

/** The role of a topic, by which code refers to it. */
public enum TopicRole {
  AGENT_EVENTS,
  GATE_DECISIONS,
  LOOP_POLICIES,
  WORKFLOW_GRAPHS,
  PROGRESS_EVALUATIONS,
  LOOP_VERDICTS,
  GATE_TRIGGERS,
  LOOP_RESETS,
  DECISION_RECEIPTS,
  GRAPH_FINDINGS,
  PROGRESS_EVALUATION_REQUESTS,
  LOOP_MEMORY,
  EDDYLINE_SIGNALS,
  EDDYLINE_JOURNAL,
  OTLP_SPANS("otlp_spans"),
  OTLP_LOGS("otlp_logs"),
  OTLP_EVENTS,
  NOTIFICATIONS_DLQ,
  AGENT_EVENTS_DLQ;

  private final String key;

  TopicRole() {
    key = EnumNames.lowerCaseName(this, '-');
  }

  /** A topic whose name OpenTelemetry has chosen. */
  TopicRole(String key) {
    this.key = key;
  }

  /** The role's key in the catalogue, which is its topic's name before any prefix. */
  public String key() {
    return key;
  }

  /** Whether only the mapper of telemetry reads it, not the processor. */
  public boolean isOfMapper() {
    return this == OTLP_SPANS || this == OTLP_LOGS || this == OTLP_EVENTS;
  }

  /** Whether the processor reads or writes it. */
  public boolean isOfProcessor() {
    return !isOfMapper() && this != NOTIFICATIONS_DLQ;
  }

  static Optional<TopicRole> ofKey(String key) {
    return Arrays.stream(values()).filter(role -> role.key().equals(key)).findFirst();
  }
}
