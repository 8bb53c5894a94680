package dev.eddyline.otlp;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a span or log record is about. */
public enum RecordKind {
  /** A tool call with its result. */
  TOOL,
  /** A call of the model. */
  MODEL,
  /** The work of an agent; its descendants are the agent's actions. */
  AGENT,
  /** A step of a workflow. */
  STEP,
  /** A person's message. */
  PROMPT,
  /** A failure that no tool reported. */
  FAILURE,
  /** An agent passes control to another one. */
  HANDOVER,
  /** The agent waits for a person. */
  WAITING,
  /** Known, but without information for the detectors. */
  IGNORED;

  /** The kind of a name in lower case. */
  static Optional<RecordKind> ofName(String name) {
    return Arrays.stream(values()).filter(kind -> kind.lowerCase().equals(name)).findFirst();
  }

  /** All names. */
  static List<String> names() {
    return Arrays.stream(values()).map(RecordKind::lowerCase).toList();
  }

  private String lowerCase() {
    return name().toLowerCase(Locale.ROOT);
  }
}
