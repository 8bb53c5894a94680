package dev.eddyline.otlp;

import dev.eddyline.schema.TraceSpan;
import dev.eddyline.schema.TraceSpanKind;
import dev.eddyline.schema.TraceState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The spans of a trace that have arrived. Children arrive before their parents, so names of
 * ancestors become known later, or never.
 */
public final class Trace {

  /** Most spans that are stored; of a longer trace the newest ones. */
  static final int MAX_SPANS = 512;

  /**
   * Calls without children that are stored of a longer trace: the spans around them end soon after
   * them, while ancestors name tasks and agents until the end.
   */
  private static final int MAX_LEAVES = 128;

  private static final int MAX_DEPTH = 64;

  private final TraceState state;
  private final Map<String, TraceSpan> spans = new HashMap<>();

  /** A view of a stored state, which it changes. */
  public Trace(TraceState state) {
    this.state = state;
    state.getSpans().forEach(span -> spans.put(span.getId(), span));
  }

  /** A trace without spans. */
  public static Trace empty() {
    return new Trace(new TraceState(null, false, new ArrayList<>()));
  }

  /** The state, to be stored. */
  public TraceState state() {
    return state;
  }

  /**
   * Adds what a span says of itself and its parent.
   *
   * @param reported what a span around it or within it may report, too
   */
  void add(
      TelemetryRecord record,
      Optional<String> agent,
      Optional<String> task,
      Optional<RecordKind> kind,
      Reported reported) {
    if (record.isLog()) {
      return;
    }
    boolean isAgent = kind.equals(Optional.of(RecordKind.AGENT));
    boolean isCall =
        kind.equals(Optional.of(RecordKind.TOOL)) || kind.equals(Optional.of(RecordKind.MODEL));
    boolean isNew = !spans.containsKey(record.spanId());
    TraceSpan span = span(record.spanId());
    span.setParent(record.parentId());
    span.setIsLeaf(isCall && (isNew || span.getIsLeaf()));
    if (isAgent || isCall) {
      span.setKind(TraceSpanKind.valueOf(kind.get().name()));
    }
    if (!span.getIsMapped()) {
      reported.store(span);
    }
    agent.ifPresent(span::setAgent);
    task.ifPresent(span::setTask);
    if (record.parentId().isEmpty()) {
      return;
    }
    TraceSpan parent = span(record.parentId());
    parent.setIsLeaf(false);
    if (isAgent) {
      parent.setSubagent(agent.orElse("unknown"));
    }
    if (record.isError() && (isAgent || isCall) || span.getIsExplained()) {
      explain(parent);
    }
  }

  private void explain(TraceSpan reported) {
    TraceSpan span = reported;
    for (int depth = 0; span != null && !span.getIsExplained() && depth < MAX_DEPTH; depth++) {
      span.setIsExplained(true);
      span = span.getParent() == null ? null : spans.get(span.getParent());
    }
  }

  /** The oldest call without children where there are many, or else the oldest other span. */
  private static int indexOfEvicted(List<TraceSpan> all) {
    boolean isLeaf = all.stream().filter(TraceSpan::getIsLeaf).count() > MAX_LEAVES;
    int index = 0;
    while (all.get(index).getIsLeaf() != isLeaf) {
      index++;
    }
    return index;
  }

  private TraceSpan span(String id) {
    TraceSpan known = spans.get(id);
    if (known != null) {
      return known;
    }
    TraceSpan added = TraceSpan.newBuilder().setId(id).build();
    List<TraceSpan> all = state.getSpans();
    if (all.size() >= MAX_SPANS) {
      spans.remove(all.remove(indexOfEvicted(all)).getId());
    }
    all.add(added);
    spans.put(id, added);
    return added;
  }

  /** The agent that the nearest ancestor names. */
  Optional<String> agentOfAncestors(TelemetryRecord record) {
    return ofAncestors(record, TraceSpan::getAgent);
  }

  /** The task that the nearest ancestor names. */
  Optional<String> taskOfAncestors(TelemetryRecord record) {
    return ofAncestors(record, TraceSpan::getTask);
  }

  private Optional<String> ofAncestors(
      TelemetryRecord record, Function<TraceSpan, String> property) {
    TraceSpan span = spans.get(firstAncestor(record));
    for (int depth = 0; span != null && depth < MAX_DEPTH; depth++) {
      String value = property.apply(span);
      if (value != null) {
        return Optional.of(value);
      }
      span = span.getParent() == null ? null : spans.get(span.getParent());
    }
    return Optional.empty();
  }

  /** Whether all ancestors up to the root have arrived. */
  boolean hasAllAncestors(TelemetryRecord record) {
    String id = firstAncestor(record);
    for (int depth = 0; !id.isEmpty() && depth < MAX_DEPTH; depth++) {
      TraceSpan span = spans.get(id);
      if (span == null || span.getParent() == null) {
        return false;
      }
      id = span.getParent();
    }
    return true;
  }

  /** A log record belongs to its span. */
  private static String firstAncestor(TelemetryRecord record) {
    return record.isLog() ? record.spanId() : record.parentId();
  }

  /** The agent that works inside a span. */
  Optional<String> subagent(TelemetryRecord record) {
    return Optional.ofNullable(spans.get(record.spanId())).map(TraceSpan::getSubagent);
  }

  /** Whether the parent has arrived. */
  boolean hasParent(TelemetryRecord record) {
    TraceSpan parent = spans.get(record.parentId());
    return parent != null && parent.getParent() != null;
  }

  /** The other spans of the call that a span reports. */
  NestedSpans nested(TelemetryRecord record) {
    return new NestedSpans(spans, record.isLog() ? null : spans.get(record.spanId()));
  }

  /** Whether an agent, a tool or a model within a span reported its failure already. */
  boolean isExplained(TelemetryRecord record) {
    TraceSpan span = spans.get(record.spanId());
    return span != null && span.getIsExplained();
  }

  /** The task of spans that name none. */
  Optional<String> task() {
    return Optional.ofNullable(state.getTask());
  }

  /** Fixes the task of spans that name none, unless it is fixed. */
  void fixTask(String task) {
    if (state.getTask() == null) {
      state.setTask(task);
    }
  }

  /** Whether this is the first message of a person in the trace. */
  boolean isFirstPrompt() {
    boolean isFirst = !state.getHasPrompt();
    state.setHasPrompt(true);
    return isFirst;
  }

  /** Whether no other span of the trace is known: nothing groups this one with others. */
  boolean isSingleSpan(TelemetryRecord record) {
    return spans.keySet().stream().allMatch(record.spanId()::equals);
  }
}
