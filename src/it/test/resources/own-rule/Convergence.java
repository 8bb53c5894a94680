package example;

import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.RuleHistory;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.text.Masking;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A phase that is entered again and again although its measure no longer moves is closed. */
public final class Convergence implements Detector<RuleHistory, Convergence.Limits> {

  /**
   * What is configurable.
   *
   * @param enabled whether the detector is enabled
   * @param phase the phase that optimizes
   * @param visits visits before a loop is possible
   */
  public record Limits(boolean enabled, String phase, int visits) implements Detector.Limits {}

  @Override
  public String key() {
    return "convergence";
  }

  @Override
  public String purpose() {
    return "closes a phase that does not converge";
  }

  @Override
  public HistoryPlace<RuleHistory> history() {
    return HistoryPlace.inPluginStore(key());
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.enabled(),
        section.about("the phase that optimizes").text("phase", "optimize"),
        section.about("visits before a loop is possible").integer("visits", 3, 1, Section.MANY));
  }

  @Override
  public boolean supports(EnrichedEvent seen) {
    Object body = seen.event().getBody();
    return body instanceof StepStarted || body instanceof ProgressReported;
  }

  @Override
  public DetectionResult<RuleHistory> detect(
      EnrichedEvent seen, RuleHistory history, Limits limits) {
    Map<String, Double> numbers = new HashMap<>(history.getNumbers());
    RuleHistory after = new RuleHistory(history.getStamp(), numbers, history.getTexts());
    if (seen.event().getBody() instanceof ProgressReported report) {
      double coverage = report.getCoveragePercent() == null ? 0 : report.getCoveragePercent();
      boolean moved = coverage > numbers.getOrDefault("best", Double.NEGATIVE_INFINITY);
      numbers.put("moved", moved ? 1.0 : 0.0);
      numbers.merge("best", coverage, Math::max);
      return DetectionResult.noLoop(after);
    }
    String step = ((StepStarted) seen.event().getBody()).getStep();
    if (!step.equals(limits.phase())) {
      return DetectionResult.noLoop(history);
    }
    if (step.equals("throw")) {
      throw new IllegalStateException("what a mistake in a rule does");
    }
    double visits = numbers.merge("visits", 1.0, Double::sum);
    boolean moves = numbers.getOrDefault("moved", 0.0) > 0;
    if (!limits.enabled() || visits <= limits.visits() || moves) {
      return DetectionResult.noLoop(after);
    }
    SeenEvent entry = seen.evidence(limits.phase());
    return DetectionResult.withLoop(
        Loops.newLoopBuilder(LoopType.CUSTOM, List.of(entry), entry, seen.costBefore(), seen)
            .setSuggested(Action.CLOSE)
            .setIdentity("phase " + limits.phase())
            .setOccurrences((int) visits)
            .setAttempts((int) visits)
            .setMeasured(visits)
            .setLimit(limits.visits())
            .setReason("Phase '" + limits.phase() + "' failed to converge")
            .build(),
        after);
  }
}
