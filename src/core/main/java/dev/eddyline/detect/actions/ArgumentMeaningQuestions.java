package dev.eddyline.detect.actions;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.EventTexts;
import dev.eddyline.detect.api.MeaningBasedDetector;
import dev.eddyline.detect.api.MeaningQuestion;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.detect.requests.KnownRequests;
import dev.eddyline.detect.requests.Request;
import dev.eddyline.detect.requests.RequestMeasure;
import dev.eddyline.detect.similarity.CoreText;
import dev.eddyline.detect.similarity.SentenceVector;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.NearCall;
import dev.eddyline.schema.RequestText;
import dev.eddyline.schema.RequestVector;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.WaitingCalls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Failing calls whose arguments cannot be compared by words alone: creates the question to the
 * sentence model at the limit, and handles its answer.
 *
 * @param enriched the event of the newest result
 * @param limits the detector's limits
 */
record ArgumentMeaningQuestions(EnrichedEvent enriched, RepeatedActionLimits limits) {

  /** Arguments with a cosine above it have the same meaning, as for requests. */
  private static final double MIN_SAME_MEANING_COSINE = 0.85;

  /** The model input for a call; null if the model is not used, or nothing is known to compare. */
  static @Nullable String sentenceModelInput(
      ToolCalled call, RepeatedActionLimits limits, EnrichedEvent enriched) {
    String arguments = ActionHistoryEditor.loopKeyOrArguments(call);
    boolean isKnown = call.getLoopKey() != null || call.getArguments() != null;
    return isKnown && limits.usesSentenceModel() && CoreText.fitsSentenceModel(arguments)
        ? KnownRequests.sentenceModelInput(arguments, enriched)
        : null;
  }

  /**
   * Extends the result of the comparison by words.
   *
   * @param wordResult the result by words
   * @param before the history before it
   * @param call the call that it answers
   */
  DetectionResult<ActionHistory> extendWithMeaningComparison(
      DetectionResult<ActionHistory> wordResult,
      ActionHistory before,
      ToolAction action,
      PendingCall call) {
    if (!limits.usesSentenceModel()) {
      return wordResult;
    }
    ActionHistory history = wordResult.history();
    SimilarResultRun similarResultRun = history.similarResultRun();
    if (similarResultRun == null || !similarResultRun.last().eventId().equals(action.eventId())) {
      return wordResult; // other calls in between
    }
    if (!action.isFailure(limits)) {
      return withNearCalls(wordResult, history.nearCalls().withoutRun());
    }
    SimilarResultRun earlier = before.similarResultRun();
    if (repeatsFailedCall(earlier, action) && !history.nearCalls().run().isEmpty()) {
      return wordResult; // not one more
    }
    List<NearCall> run = new ArrayList<>();
    Double similarity =
        earlier == null || startsNewRun(earlier, action) || history.nearCalls().run().isEmpty()
            ? Double.valueOf(0)
            : argumentSimilarity(earlier, before.nearCalls(), call);
    if (similarity == null || similarity > MIN_SAME_MEANING_COSINE) {
      run.addAll(history.nearCalls().run());
    }
    run.add(NearCalls.toNearCall(action, call, similarity != null));
    NearCalls near = history.nearCalls().withRun(BoundedLists.newest(run, limits.near()));
    DetectionResult<ActionHistory> updated = withNearCalls(wordResult, near);
    boolean settled = wordResult.loop().isPresent() || wordResult.forgiven().isPresent();
    return settled || near.run().size() < limits.near() ? updated : loopOrQuestion(updated);
  }

  private static DetectionResult<ActionHistory> withNearCalls(
      DetectionResult<ActionHistory> wordResult, NearCalls near) {
    return new DetectionResult<>(
        wordResult.loop(), wordResult.forgiven(), wordResult.history().withNearCalls(near));
  }

  private boolean repeatsFailedCall(@Nullable SimilarResultRun before, ToolAction action) {
    return before != null
        && before.last().isFailure(limits)
        && before.last().call() == action.call();
  }

  private boolean startsNewRun(@Nullable SimilarResultRun before, ToolAction action) {
    return before == null
        || !before.last().tool().equals(action.tool())
        || !before.first().isWithinWindow(action, limits)
        || !SimilarResultRun.failedSameWay(before.last(), action, limits);
  }

  /** Similarity to the arguments of the call before; null if words do not decide. */
  private @Nullable Double argumentSimilarity(
      SimilarResultRun before, NearCalls near, PendingCall call) {
    if (SimilarResultRun.differLittle(before.argumentWords(), call.argumentWords(), true)) {
      return 1.0;
    }
    String earlier = BoundedLists.last(near.run()).getText();
    if (earlier == null || call.sentenceModelInput() == null) {
      return 0.0;
    }
    Request one = request(earlier);
    Request other = request(call.sentenceModelInput());
    return RequestMeasure.MEANING.needsSentenceModel(one, other)
        ? null
        : Double.valueOf(RequestMeasure.MEANING.similarity(one, other));
  }

  private Request request(String text) {
    return Request.of(text, limits.masking(), new EventTexts(enriched.redaction()));
  }

  /** At the limit: a loop if words decide, otherwise a question. */
  private DetectionResult<ActionHistory> loopOrQuestion(DetectionResult<ActionHistory> updated) {
    ActionHistory history = updated.history();
    List<NearCall> run = history.nearCalls().run();
    if (run.stream().skip(1).allMatch(NearCall::getAlike)) {
      return DetectionResult.withLoop(loop(run, ActionLoops.eventText(enriched)), history);
    }
    if (!history.nearCalls().canAddPendingQuestion()) {
      return updated;
    }
    Map<Long, RequestText> texts = new HashMap<>();
    List<RequestText> inOrder = new ArrayList<>();
    for (int at = 1; at < run.size(); at++) {
      if (!run.get(at).getAlike()) {
        for (NearCall call : List.of(run.get(at - 1), run.get(at))) {
          RequestText text = new RequestText(call.getCall(), call.getText());
          if (texts.put(call.getCall(), text) == null) {
            inOrder.add(text);
          }
        }
      }
    }
    WaitingCalls waiting =
        new WaitingCalls(
            enriched.event().getEventId(),
            enriched.texts().redacted(ActionLoops.eventText(enriched)),
            enriched.progress().getProgress(),
            run);
    return DetectionResult.withMeaningQuestion(
        new MeaningQuestion(
            RepeatedAction.KEY, BoundedLists.last(run).getCall(), "", List.of(), inOrder),
        history.withNearCalls(history.nearCalls().withPendingQuestion(waiting)));
  }

  /** Implements {@link MeaningBasedDetector#onMeaningFound}. */
  static DetectionResult<ActionHistory> handleModelAnswer(
      MeaningFound found,
      EnrichedEvent enriched,
      ActionHistory history,
      RepeatedActionLimits limits,
      boolean expiresOnProgress) {
    Optional<WaitingCalls> waiting = history.nearCalls().pendingQuestions(found.getEventId());
    if (waiting.isEmpty()) {
      return DetectionResult.noLoop(history);
    }
    WaitingCalls question = waiting.get();
    ActionHistory after =
        history.withNearCalls(history.nearCalls().withoutPendingQuestion(question));
    if (!limits.usesSentenceModel() || !areAllArgumentsSimilar(question.getCalls(), found)) {
      return DetectionResult.noLoop(after);
    }
    if (expiresOnProgress && enriched.progress().getProgress() > question.getProgress()) {
      return DetectionResult.forgiven(ProgressTracker.reason(enriched.progress()), after);
    }
    return DetectionResult.withLoop(
        new ArgumentMeaningQuestions(enriched, limits)
            .loop(question.getCalls(), question.getWhat()),
        after);
  }

  /** Whether the arguments of each call are similar to those of the call before. */
  private static boolean areAllArgumentsSimilar(List<NearCall> calls, MeaningFound found) {
    Map<Long, SentenceVector> vectors = new HashMap<>();
    for (RequestVector wordResult : found.getVectors()) {
      if (wordResult.getVector().hasRemaining()) {
        vectors.put(wordResult.getExact(), new SentenceVector(wordResult.getVector()));
      }
    }
    for (int at = 1; at < calls.size(); at++) {
      SentenceVector one = vectors.get(calls.get(at - 1).getCall());
      SentenceVector other = vectors.get(calls.get(at).getCall());
      boolean same = one != null && other != null && one.cosine(other) > MIN_SAME_MEANING_COSINE;
      if (!calls.get(at).getAlike() && !same) {
        return false;
      }
    }
    return true;
  }

  private FoundLoop loop(List<NearCall> calls, String newest) {
    List<ToolAction> members = calls.stream().map(NearCalls::toAction).toList();
    ActionPattern pattern =
        new ActionPattern(
            ActionPattern.PatternKind.NEAR,
            1,
            members.size(),
            limits.near(),
            true,
            members.get(0),
            members);
    return ActionLoops.buildLoop(pattern, newest, enriched, limits);
  }
}
