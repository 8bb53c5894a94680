package dev.eddyline.detect;

import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.EventTypes;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.text.Masking;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wraps a custom detector from a jar on the class path: adds its name to its loops, and isolates
 * its exceptions to that event.
 *
 * @param <H> what the detector remembers of a task
 * @param <L> the detector's limits
 */
final class PluginDetector<H, L extends Detector.Limits> implements Detector<H, L> {

  private static final Logger LOG = LoggerFactory.getLogger(PluginDetector.class);

  private final Detector<H, L> rule;
  private final List<LoopTraits> loops;

  PluginDetector(Detector<H, L> rule) {
    this.rule = Objects.requireNonNull(rule, "rule");
    if (rule.history() instanceof HistoryPlace.InState<?>) {
      throw new IllegalArgumentException(
          "the detector %s stores its history in the task's state, which is reserved for built-in detectors: return HistoryPlace.inPluginStore or HistoryPlace.InStore"
              .formatted(rule.key()));
    }
    loops = List.copyOf(rule.loops());
    if (loops.size() != 1 || loops.get(0).type() != LoopType.CUSTOM) {
      throw new IllegalArgumentException(
          "the detector %s must declare loops of exactly one type, custom".formatted(rule.key()));
    }
    Action action = loops.get(0).firstAction();
    if (!LoopTraits.CONFIGURABLE_ACTIONS.contains(action)) {
      throw new IllegalArgumentException(
          "the detector %s declares the action %s: allowed are %s"
              .formatted(rule.key(), action, LoopTraits.CONFIGURABLE_ACTIONS));
    }
  }

  @Override
  public String key() {
    return rule.key();
  }

  @Override
  public String purpose() {
    return rule.purpose();
  }

  @Override
  public List<LoopTraits> loops() {
    return loops;
  }

  @Override
  public Scope scope() {
    return rule.scope();
  }

  @Override
  public HistoryPlace<H> history() {
    return rule.history();
  }

  @Override
  public L limits(Section section, Masking masking) {
    try {
      return rule.limits(section, masking);
    } catch (RuntimeException | LinkageError failed) {
      throw new IllegalStateException(
          "the detector %s cannot read its limits: %s".formatted(rule.key(), failed), failed);
    }
  }

  @Override
  public boolean receivesEventsWhileWaiting() {
    return callOrFallback(rule::receivesEventsWhileWaiting, false);
  }

  @Override
  public boolean receivesMutedEvent(EnrichedEvent enriched) {
    return callOrFallback(() -> rule.receivesMutedEvent(enriched), false);
  }

  @Override
  public boolean resetsOnMutedEvent() {
    return callOrFallback(rule::resetsOnMutedEvent, false);
  }

  @Override
  public Set<Class<?>> eventTypes() {
    return callOrFallback(() -> Set.copyOf(rule.eventTypes()), EventTypes.ALL);
  }

  @Override
  public boolean supports(EnrichedEvent enriched) {
    return callOrFallback(() -> rule.supports(enriched), false);
  }

  @Override
  public boolean needsHistory(EnrichedEvent enriched, L limits) {
    return callOrFallback(() -> rule.needsHistory(enriched, limits), false);
  }

  @Override
  public DetectionResult<H> detect(EnrichedEvent enriched, H history, L limits) {
    return callOrFallback(
        () -> withDetectorName(rule.detect(enriched, history, limits)),
        DetectionResult.noLoop(history));
  }

  @Override
  public Optional<String> count(EnrichedEvent enriched, H history, L limits) {
    return callOrFallback(() -> rule.count(enriched, history, limits), Optional.empty());
  }

  /** The detector's answer; if it throws, logs the error and returns the fallback. */
  private <T> T callOrFallback(Supplier<T> answer, T fallback) {
    try {
      return answer.get();
    } catch (RuntimeException | LinkageError | StackOverflowError failed) {
      logPluginFailure(failed);
      return fallback;
    }
  }

  private DetectionResult<H> withDetectorName(DetectionResult<H> finding) {
    return new DetectionResult<>(
        finding.loop().map(this::withDetectorName), finding.forgiven(), finding.history());
  }

  private FoundLoop withDetectorName(FoundLoop loop) {
    if (loop.getLoopType() == LoopType.CUSTOM) {
      loop.setRule(rule.key());
    }
    return loop;
  }

  /**
   * Logs an exception. Its message may quote the event, so above DEBUG only its class and origin
   * are logged.
   */
  private void logPluginFailure(Throwable failed) {
    StackTraceElement[] trace = failed.getStackTrace();
    LOG.atError()
        .addKeyValue("event", "own_rule_failed")
        .addKeyValue("rule", rule.key())
        .addKeyValue("error", failed.getClass().getName())
        .addKeyValue("at", trace.length == 0 ? "unknown" : trace[0])
        .log("custom detector failed: event skipped");
    LOG.debug("custom detector failed: {}", rule.key(), failed);
  }
}
