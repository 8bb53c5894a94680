package dev.eddyline.policy;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.Detector;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The limits of all detectors of a policy, with the detectors of each event type. Instances with
 * equal limits are equal.
 */
public final class PolicyLimits {

  /** A detector with its limits. */
  public record LimitedDetector<H, L extends Detector.Limits>(Detector<H, L> detector, L limits) {}

  private final Map<Detector<?, ?>, Detector.Limits> byDetector;
  private final List<LimitedDetector<?, ?>> resetOnProgress;
  private final List<LimitedDetector<?, ?>> resetOnNewResponse;
  private final Map<Class<?>, List<LimitedDetector<?, ?>>> taskScopedByEventType;

  /** The limits of {@link Detectors#ALL}. */
  PolicyLimits(Map<Detector<?, ?>, Detector.Limits> byDetector) {
    this.byDetector = Map.copyOf(byDetector);
    List<LimitedDetector<?, ?>> taskScoped =
        Detectors.TASK_SCOPED.stream().<LimitedDetector<?, ?>>map(this::limited).toList();
    resetOnProgress = with(Detector.Limits::resetsOnProgress, taskScoped);
    resetOnNewResponse = with(Detector.Limits::resetsOnNewResponse, taskScoped);
    Map<Class<?>, List<LimitedDetector<?, ?>>> groups = new HashMap<>();
    for (LimitedDetector<?, ?> each : taskScoped) {
      each.detector().eventTypes().forEach(type -> groups.put(type, List.of()));
    }
    groups.replaceAll(
        (type, none) ->
            taskScoped.stream()
                .filter(each -> each.detector().eventTypes().contains(type))
                .toList());
    taskScopedByEventType = Map.copyOf(groups);
  }

  private static List<LimitedDetector<?, ?>> with(
      Predicate<Detector.Limits> chosen, List<LimitedDetector<?, ?>> detectors) {
    return detectors.stream().filter(each -> chosen.test(each.limits())).toList();
  }

  /** The limits by detector. */
  public Map<Detector<?, ?>, Detector.Limits> byDetector() {
    return byDetector;
  }

  /** The limits of a detector. */
  @SuppressWarnings("unchecked") // the reader stores the limits that the detector has read
  public <L extends Detector.Limits> L of(Detector<?, L> detector) {
    return (L) Objects.requireNonNull(byDetector.get(detector), detector.key());
  }

  /** A detector with its limits. */
  public <H, L extends Detector.Limits> LimitedDetector<H, L> limited(Detector<H, L> detector) {
    return new LimitedDetector<>(detector, of(detector));
  }

  /** The detectors of tasks that support events with such a body, in evaluation order. */
  public List<LimitedDetector<?, ?>> taskScoped(Object body) {
    return taskScopedByEventType.getOrDefault(body.getClass(), List.of());
  }

  /** The detectors of tasks whose histories a new tool result or progress resets. */
  public List<LimitedDetector<?, ?>> resetOnProgress() {
    return resetOnProgress;
  }

  /** The detectors of tasks whose histories a response unlike the earlier ones resets. */
  public List<LimitedDetector<?, ?>> resetOnNewResponse() {
    return resetOnNewResponse;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PolicyLimits limits && byDetector.equals(limits.byDetector);
  }

  @Override
  public int hashCode() {
    return byDetector.hashCode();
  }

  @Override
  public String toString() {
    return byDetector.toString();
  }
}
