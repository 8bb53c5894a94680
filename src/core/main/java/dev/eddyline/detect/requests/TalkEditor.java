package dev.eddyline.detect.requests;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.outcome.CompactHashes;
import dev.eddyline.outcome.Outcome;
import dev.eddyline.outcome.RecentHashes;
import dev.eddyline.outcome.ResultForms;
import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.MessageRun;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TalkHistory;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.Transition;
import dev.eddyline.text.Hash;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Follows what a task's agents say, and finds that they say nothing new: one repeats a message, or
 * the newest messages of one or two agents bring no new word. A new result of a tool ends it, and
 * so does a text with new words, a person's message, or a break.
 */
final class TalkEditor {

  /** No message so far. */
  static final TalkHistory NONE =
      new TalkHistory(List.of(), 0, 0L, ByteBuffer.allocate(0), ByteBuffer.allocate(0));

  private static final int MAX_SAID = 12;

  private static final long BLANK = Hash.of("");

  /** How many times as many messages of an agent make a loop if it says that something runs. */
  private static final int RUNNING_FACTOR = 4;

  /** The same of messages with a repeated call: the rules for calls speak first, once for both. */
  private static final int CALL_FACTOR = 2;

  /** A break: what is repeated after it follows a schedule. */
  private static final Duration BREAK = Duration.ofMinutes(10);

  /** Agents that may talk with each other without saying anything new. */
  private static final int PARTNERS = 2;

  private final EnrichedEvent enriched;
  private final RepeatedMessage.Limits limits;
  private final long agent;
  private TalkHistory history;

  TalkEditor(TalkHistory before, EnrichedEvent enriched, RepeatedMessage.Limits limits) {
    this.enriched = enriched;
    this.limits = limits;
    agent = Hash.of(enriched.event().getAgentId());
    history = before;
  }

  /** Adds the event. */
  DetectionResult<TalkHistory> detect() {
    Object body = enriched.event().getBody();
    Optional<FoundLoop> loop = Optional.empty();
    if (body instanceof ResponseProduced response) {
      loop = enriched.isAgentWaiting() ? loop : onMessage(response.getText());
    } else if (body instanceof ToolReturned) {
      history = isUnproductive() ? history : NONE;
    } else if (body instanceof ToolCalled) {
      forgetBlankMessages();
    } else if (body instanceof CollaborationRequested request) {
      onText(request.getRequest());
    } else if (body instanceof CollaborationAnswered answer) {
      onText(answer.getResponse());
    } else if (!(body instanceof StepStarted
        || body instanceof Transition
        || body instanceof FailureReported)) {
      history = NONE;
    }
    return new DetectionResult<>(loop, history);
  }

  private Set<Long> speakers() {
    return history.getSaid().stream().map(MessageRun::getAgent).collect(Collectors.toSet());
  }

  /** Whether a result brought nothing; what is done again, waits or is not known proves nothing. */
  private boolean isUnproductive() {
    return enriched
        .outcome()
        .filter(
            it ->
                it.isFailure() || it.outcome() == Outcome.KNOWN || it.outcome() == Outcome.NOTHING)
        .isPresent();
  }

  /** An agent that calls a tool need not say anything. */
  private void forgetBlankMessages() {
    List<MessageRun> kept =
        history.getSaid().stream()
            .filter(run -> run.getAgent() != agent || run.getExact() != BLANK)
            .toList();
    if (kept.size() < history.getSaid().size()) {
      history =
          new TalkHistory(
              kept, 0, history.getNewestAt(), history.getOlderWords(), history.getNewerWords());
    }
  }

  /** A text between agents is not a message, but may say something new. */
  private void onText(String text) {
    if (addWords(text)) {
      history.setSaid(List.of());
      history.setStale(0);
    }
  }

  private Optional<FoundLoop> onMessage(String text) {
    if (enriched.eventTimeMillis() - history.getNewestAt() > BREAK.toMillis()) {
      history = NONE;
    }
    boolean isFirst = history.getSaid().isEmpty();
    boolean isNew = addWords(text);
    history.setNewestAt(enriched.eventTimeMillis());
    if (isNew) {
      history.setSaid(List.of());
    }
    history.setStale(isNew || isFirst ? 0 : history.getStale() + 1);
    MessageRun run = addMessage(text);
    int speakers = speakers().size();
    boolean isShort = text.length() < limits.minLength();
    int leastTimes = isShort ? limits.shortTimes() : limits.times();
    int leastStale = speakers == 1 ? limits.stale() : limits.staleOfTwo();
    if (run.getCount() < leastTimes && history.getStale() < leastStale) {
      return Optional.empty();
    }
    int factor =
        (speakers == 1 && ResultForms.saysRunning(text) ? RUNNING_FACTOR : 1)
            * (isWithRepeatedCall(run) ? CALL_FACTOR : 1);
    int times = factor * leastTimes;
    if (run.getCount() >= times) {
      return Optional.of(
          MessageRunEditor.repetition(
                  run, text, times, "nothing new was said or done", enriched, limits.masking())
              .setRepeated(
                  text.isBlank() ? List.of() : List.of(enriched.storedEvidence(text).getWhat()))
              .build());
    }
    int most = factor * leastStale;
    return speakers <= PARTNERS && history.getStale() >= most
        ? Optional.of(staleTalk(text, speakers, most))
        : Optional.empty();
  }

  /** Whether the agent mostly repeated one call between equal messages, which brought nothing. */
  private boolean isWithRepeatedCall(MessageRun run) {
    return enriched
        .texts()
        .calls()
        .filter(it -> it.repeatOneSince(run.getFirstAt(), enriched.event().getAgentId()))
        .isPresent();
  }

  /** Adds the words of a text; whether it says something new. */
  private boolean addWords(String text) {
    TalkWords words =
        TalkWords.compare(
            enriched.texts().read(text, limits.masking()),
            new RecentHashes(
                CompactHashes.ofBytes(history.getOlderWords()),
                CompactHashes.ofBytes(history.getNewerWords())));
    history =
        new TalkHistory(
            history.getSaid(),
            history.getStale(),
            history.getNewestAt(),
            words.after().older().stored(),
            words.after().newer().stored());
    return words.isNew();
  }

  private MessageRun addMessage(String text) {
    long exact = text.isBlank() ? BLANK : Hash.of(text);
    long normalized = enriched.texts().read(text, limits.masking()).maskedHash();
    List<MessageRun> said = new ArrayList<>(history.getSaid());
    MessageRun run =
        said.stream()
            .filter(it -> it.getAgent() == agent && it.getNormalized() == normalized)
            .findFirst()
            .map(MessageRunEditor::extendRun)
            .orElseGet(() -> MessageRunEditor.newRun(agent, exact, normalized, enriched));
    said.removeIf(it -> it.getAgent() == agent && it.getNormalized() == normalized);
    history.setSaid(BoundedLists.appendNewest(said, run, MAX_SAID));
    return run;
  }

  private FoundLoop staleTalk(String text, int agents, int most) {
    MessageRun oldest =
        history.getSaid().stream().min(Comparator.comparing(MessageRun::getFirstAt)).orElseThrow();
    String who = agents == 1 ? "The agent has" : "The agents have";
    return MessageRunEditor.newLoopBuilder(oldest, "", text, history.getStale(), most, enriched)
        .setIdentity("talk " + (agents == 1 ? enriched.event().getAgentId() : ""))
        .setReason(
            "%s said nothing new in %d messages, and nothing new was done in between"
                .formatted(who, history.getStale()))
        .build();
  }
}
