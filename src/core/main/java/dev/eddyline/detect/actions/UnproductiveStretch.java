package dev.eddyline.detect.actions;

import dev.eddyline.detect.actions.StretchLengths.Length;
import dev.eddyline.detect.api.CallExcerpts;
import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.LoopTraits.Escalation;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.keys.Section;
import dev.eddyline.outcome.CallOutcome.Search;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.AgentStretch;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.StretchHistory;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.text.Masking;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Detects that nearly all of an agent's newest finished tool calls brought nothing: what was known,
 * what was not there, or the failure that came before. It sees what no repetition shows, such as a
 * search for a tool that does not exist.
 *
 * <p>It reports each of three lengths once. Progress, a message of a person, or three new results
 * in a row end a stretch.
 */
public final class UnproductiveStretch implements Detector<StretchHistory, StretchLengths> {

  private static final List<LoopTraits> LOOPS =
      List.of(
          LoopTraits.hinted(
              LoopType.UNPRODUCTIVE_STRETCH,
              Escalation.NEVER,
              "%1$s. Tried: %4$s. Stop and think: what do you know, what is missing, and who or what"
                  + " else can provide it? Do something of another kind, or report that it cannot be"
                  + " done."));

  private static final Set<Class<?>> EVENT_TYPES =
      Set.of(ToolCalled.class, ToolReturned.class, UserMessage.class);

  @Override
  public String key() {
    return "unproductive_stretch";
  }

  @Override
  public String purpose() {
    return "detects tool calls that bring nothing for long, whatever they are";
  }

  @Override
  public List<LoopTraits> loops() {
    return LOOPS;
  }

  @Override
  public HistoryPlace<StretchHistory> history() {
    return CallExcerpts.STRETCHES;
  }

  @Override
  public StretchLengths limits(Section section, Masking masking) {
    return StretchLengths.read(section);
  }

  @Override
  public Set<Class<?>> eventTypes() {
    return EVENT_TYPES;
  }

  /** A result may come under the id of a retry. */
  @Override
  public boolean receivesTransportRetries() {
    return true;
  }

  @Override
  public boolean needsHistory(EnrichedEvent enriched, StretchLengths limits) {
    return limits.enabled();
  }

  @Override
  public DetectionResult<StretchHistory> detect(
      EnrichedEvent enriched, StretchHistory history, StretchLengths limits) {
    if (!limits.enabled()) {
      return DetectionResult.noLoop(history);
    }
    StretchEditor editor = new StretchEditor(history, enriched);
    Object body = enriched.event().getBody();
    if (body instanceof UserMessage) {
      return DetectionResult.noLoop(editor.afterMessage());
    }
    Optional<AgentStretch> stretch =
        body instanceof ToolCalled call
            ? editor.onToolCalled(call)
            : editor.onToolReturned((ToolReturned) body);
    if (stretch.isEmpty() || stretch.get().getLevel() == limits.lengths().size()) {
      return DetectionResult.noLoop(editor.history());
    }
    AgentStretch now = stretch.get();
    List<Length> lengths = limits.lengths();
    int reached = lengths.size();
    while (reached > now.getLevel() && !lengths.get(reached - 1).isReached(now.getOutcomes())) {
      reached--;
    }
    boolean isSameError =
        now.getLevel() == 0
            && enriched
                .outcome()
                .filter(it -> it.search() == Search.NONE)
                .filter(it -> limits.sameError() > 0)
                .filter(it -> it.repeatedError() >= limits.sameError())
                .isPresent();
    int level = Math.max(reached, isSameError ? 1 : 0);
    if (now.getTried().isEmpty() || level <= now.getLevel()) {
      return DetectionResult.noLoop(editor.history());
    }
    Length length = lengths.get(level - 1);
    FoundLoop.Builder loop = newLoopBuilder(now, length, enriched);
    if (level == reached) {
      loop.setReason(length.reason(now.getOutcomes()));
    } else {
      int failures = enriched.outcome().orElseThrow().repeatedError();
      loop.setOccurrences(failures)
          .setAttempts(failures)
          .setMeasured(failures)
          .setLimit(limits.sameError())
          .setReason(
              "The same failure %d times among the last %d calls"
                  .formatted(failures, StretchLengths.ERROR_CALLS));
    }
    return DetectionResult.withLoop(loop.build(), editor.withLevel(now, level));
  }

  private static FoundLoop.Builder newLoopBuilder(
      AgentStretch stretch, Length length, EnrichedEvent enriched) {
    return Loops.newLoopBuilder(
            LoopType.UNPRODUCTIVE_STRETCH,
            stretch.getTried(),
            StretchEditor.first(stretch),
            stretch.getCostBefore(),
            enriched)
        .setIdentity("agent " + stretch.getAgentId())
        .setOccurrences(length.least())
        .setAttempts(length.least())
        .setMeasured(length.least())
        .setLimit(length.least())
        .setSuggested(length.target() == null ? null : Action.ESCALATE)
        .setSuggestedTarget(length.target());
  }
}
