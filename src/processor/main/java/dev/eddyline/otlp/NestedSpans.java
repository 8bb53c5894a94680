package dev.eddyline.otlp;

import dev.eddyline.schema.TraceSpan;
import dev.eddyline.schema.TraceSpanKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The spans around a span and within it that may report the same call, as two instrumentations do.
 *
 * <p>The first of them that is mapped reports the call, whichever it is. Of spans that are both
 * known and not mapped, the inner one reports it, unless only the outer one has the arguments. An
 * agent, another tool or another kind of call between two spans separates their calls.
 */
final class NestedSpans {

  /** Most levels between two spans of one call. */
  private static final int MAX_LEVELS = 8;

  private final Map<String, TraceSpan> spans;
  private final TraceSpan span;
  private final List<TraceSpan> around;
  private final List<TraceSpan> within;

  /**
   * The spans around a span of a trace and within it.
   *
   * @param span the span; null for one that is not stored, which has none
   */
  NestedSpans(Map<String, TraceSpan> spans, TraceSpan span) {
    this.spans = spans;
    this.span = span;
    around = around(span);
    within = within();
  }

  /** Whether another span reports this tool call. */
  boolean reportCall() {
    boolean hasArguments = span != null && span.getCall() != null;
    return around.stream()
            .anyMatch(outer -> outer.getIsMapped() || !hasArguments && outer.getCall() != null)
        || within.stream()
            .anyMatch(inner -> inner.getIsMapped() || inner.getCall() != null || !hasArguments);
  }

  /** Whether another span reports tokens or cost of this model call. */
  boolean reportUsage() {
    return report(TraceSpan::getHasUsage);
  }

  /** Whether another span reports the text of this model call. */
  boolean reportText() {
    return report(TraceSpan::getHasText);
  }

  private boolean report(Predicate<TraceSpan> has) {
    return around.stream().anyMatch(outer -> outer.getIsMapped() && has.test(outer))
        || within.stream().anyMatch(has);
  }

  /** Stores that this span reports its tool call. */
  void setCallMapped() {
    if (span != null) {
      span.setIsMapped(true);
    }
  }

  /** Stores what this span reports of its model call. */
  void setResponseMapped(boolean hasUsage, boolean hasText) {
    if (span != null) {
      Reported.response(hasUsage, hasText).store(span);
      span.setIsMapped(true);
    }
  }

  private List<TraceSpan> within() {
    if (span == null || span.getIsLeaf()) {
      return List.of();
    }
    return spans.values().stream()
        .filter(inner -> inner.getKind() == span.getKind())
        .filter(
            inner -> around(inner).stream().anyMatch(outer -> outer.getId().equals(span.getId())))
        .toList();
  }

  private List<TraceSpan> around(TraceSpan inner) {
    List<TraceSpan> found = new ArrayList<>();
    TraceSpan outer = inner == null ? null : spans.get(inner.getParent());
    for (int level = 0; outer != null && level < MAX_LEVELS; level++) {
      if (outer.getId().equals(inner.getId())) {
        break; // ids of parents may form a cycle
      }
      if (outer.getKind() != null) {
        if (!isSameCall(inner, outer)) {
          break;
        }
        found.add(outer);
      }
      outer = spans.get(outer.getParent());
    }
    return found;
  }

  private static boolean isSameCall(TraceSpan inner, TraceSpan outer) {
    boolean isModel = inner.getKind() == TraceSpanKind.MODEL;
    return inner.getKind() == outer.getKind()
        && (isModel || Reported.of(inner).isCall(Reported.of(outer)));
  }
}
