package dev.eddyline.detect.actions;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.CallExcerpts;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.SeenEvents;
import dev.eddyline.outcome.CallOutcome;
import dev.eddyline.outcome.CallOutcome.Search;
import dev.eddyline.outcome.Outcome;
import dev.eddyline.schema.AgentStretch;
import dev.eddyline.schema.OpenExcerpt;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.StretchHistory;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.text.Hash;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Applies one event to what the newest calls of a task's agents brought. */
final class StretchEditor {

  private static final int MAX_AGENTS = 8;
  private static final int MAX_OPEN = 8;
  private static final int MAX_TRIED = 6;

  /** New results in a row that end a stretch. */
  private static final int NEW_IN_A_ROW = 3;

  private static final int NO_GROUP = -1;

  private final EnrichedEvent enriched;
  private StretchHistory history;

  StretchEditor(StretchHistory before, EnrichedEvent enriched) {
    this.enriched = enriched;
    long progress = enriched.progress().getProgress();
    history =
        progress > before.getProgress()
            ? new StretchHistory(List.of(), before.getOpen(), progress)
            : before;
  }

  StretchHistory history() {
    return history;
  }

  /** A person's message ends all stretches. */
  StretchHistory afterMessage() {
    return new StretchHistory(List.of(), history.getOpen(), history.getProgress());
  }

  /** A new call ends the group of calls that were open together, if one of them has a result. */
  Optional<AgentStretch> onToolCalled(ToolCalled call) {
    if (call.getRetryOf() != null) {
      renameExcerpt(Hash.of(call.getRetryOf()), Hash.of(call.getCallId()));
      return Optional.empty();
    }
    String what = CallExcerpts.excerpt(call, enriched.texts());
    List<OpenExcerpt> open = new ArrayList<>(history.getOpen());
    open.add(new OpenExcerpt(Hash.of(call.getCallId()), what));
    history =
        new StretchHistory(
            history.getAgents(), BoundedLists.newest(open, MAX_OPEN), history.getProgress());
    return stretch()
        .filter(it -> it.getGroup() != NO_GROUP)
        .map(it -> save(append(it, it.getGroup())));
  }

  Optional<AgentStretch> onToolReturned(ToolReturned returned) {
    String what = removeExcerpt(Hash.of(returned.getCallId()));
    if (enriched.outcome().isEmpty()) {
      return Optional.empty();
    }
    CallOutcome outcome = enriched.outcome().get();
    boolean isInGroup = stretch().filter(it -> it.getGroup() != NO_GROUP).isPresent();
    if (outcome.isAfterBreak() && !outcome.isFailure() && !isInGroup) {
      save(newStretch());
    }
    if (isLeftOut(outcome)) {
      return Optional.empty();
    }
    AgentStretch before = stretch().orElseGet(this::newStretch);
    AgentStretch tried =
        StretchLengths.weight(outcome.outcome()) > 0 && !outcome.isBare()
            ? withTried(before, what)
            : before;
    int best = Math.max(before.getGroup(), StretchLengths.code(outcome));
    return outcome.isParallel()
        ? Optional.of(save(withGroup(tried, best))).filter(it -> false)
        : Optional.of(save(append(tried, best)));
  }

  /** What proves nothing, and a systematic search. */
  private static boolean isLeftOut(CallOutcome outcome) {
    return outcome.outcome() == Outcome.UNKNOWN
        || outcome.outcome() == Outcome.RUNNING
        || outcome.search() == Search.SYSTEMATIC && StretchLengths.weight(outcome.outcome()) > 0;
  }

  private void renameExcerpt(long callId, long retryId) {
    List<OpenExcerpt> open =
        history.getOpen().stream()
            .map(it -> it.getCallId() == callId ? new OpenExcerpt(retryId, it.getWhat()) : it)
            .toList();
    history = new StretchHistory(history.getAgents(), open, history.getProgress());
  }

  private String removeExcerpt(long callId) {
    List<OpenExcerpt> left = new ArrayList<>(history.getOpen());
    Optional<OpenExcerpt> own = left.stream().filter(it -> it.getCallId() == callId).findFirst();
    if (own.isEmpty()) {
      return "";
    }
    left.remove(own.get());
    history = new StretchHistory(history.getAgents(), left, history.getProgress());
    return own.get().getWhat();
  }

  private Optional<AgentStretch> stretch() {
    String agent = enriched.event().getAgentId();
    return history.getAgents().stream().filter(it -> it.getAgentId().equals(agent)).findFirst();
  }

  private AgentStretch newStretch() {
    return stretch(ByteBuffer.allocate(0), NO_GROUP, 0, null, List.of());
  }

  private AgentStretch stretch(
      ByteBuffer outcomes, int group, int level, @Nullable SeenEvent first, List<SeenEvent> tried) {
    return new AgentStretch(
        enriched.event().getAgentId(), outcomes, group, level, first, enriched.costBefore(), tried);
  }

  private AgentStretch withTried(AgentStretch before, String what) {
    SeenEvent seen = SeenEvents.withText(enriched.storedEvidence(), what);
    List<SeenEvent> earlier = before.getTried();
    boolean isFull = before.getFirst() == null && earlier.size() == MAX_TRIED;
    return new AgentStretch(
        before.getAgentId(),
        before.getOutcomes(),
        before.getGroup(),
        before.getLevel(),
        isFull ? first(before) : before.getFirst(),
        earlier.isEmpty() ? enriched.costBefore() : before.getCostBefore(),
        BoundedLists.appendNewest(earlier, seen, MAX_TRIED));
  }

  /** The first call of a stretch that brought nothing, without its excerpt; there is one. */
  static SeenEvent first(AgentStretch stretch) {
    return stretch.getFirst() == null
        ? SeenEvents.withText(stretch.getTried().get(0), "")
        : stretch.getFirst();
  }

  private static AgentStretch withGroup(AgentStretch before, int group) {
    return new AgentStretch(
        before.getAgentId(),
        before.getOutcomes(),
        group,
        before.getLevel(),
        before.getFirst(),
        before.getCostBefore(),
        before.getTried());
  }

  private AgentStretch append(AgentStretch before, int code) {
    ByteBuffer earlier = before.getOutcomes();
    int kept = Math.min(earlier.remaining(), StretchLengths.MAX_CALLS - 1);
    byte[] now = new byte[kept + 1];
    earlier.get(earlier.position() + earlier.remaining() - kept, now, 0, kept);
    now[kept] = (byte) code;
    boolean isOver = now.length >= NEW_IN_A_ROW;
    for (int back = 1; isOver && back <= NEW_IN_A_ROW; back++) {
      isOver = StretchLengths.outcome(now[now.length - back]) == Outcome.NEW;
    }
    return isOver
        ? newStretch()
        : withGroup(
            new AgentStretch(
                before.getAgentId(),
                ByteBuffer.wrap(now),
                NO_GROUP,
                before.getLevel(),
                before.getFirst(),
                before.getCostBefore(),
                before.getTried()),
            NO_GROUP);
  }

  /** The history after a length was reported. */
  StretchHistory withLevel(AgentStretch now, int level) {
    save(
        new AgentStretch(
            now.getAgentId(),
            now.getOutcomes(),
            now.getGroup(),
            level,
            now.getFirst(),
            now.getCostBefore(),
            now.getTried()));
    return history;
  }

  /** Makes the stretch the newest. */
  private AgentStretch save(AgentStretch now) {
    List<AgentStretch> agents = new ArrayList<>(history.getAgents());
    agents.removeIf(it -> it.getAgentId().equals(now.getAgentId()));
    agents.add(now);
    history =
        new StretchHistory(
            BoundedLists.newest(agents, MAX_AGENTS), history.getOpen(), history.getProgress());
    return now;
  }
}
