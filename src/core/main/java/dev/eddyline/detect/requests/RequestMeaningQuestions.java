package dev.eddyline.detect.requests;

import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.MeaningBasedDetector;
import dev.eddyline.detect.api.MeaningQuestion;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.detect.requests.CollaborationLoop.Limits;
import dev.eddyline.detect.requests.CollaborationLoop.RequestMatch;
import dev.eddyline.detect.similarity.SentenceVector;
import dev.eddyline.schema.CollaborationHistory;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.ComparedRequest;
import dev.eddyline.schema.KnownRequest;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.OpenRequest;
import dev.eddyline.schema.RequestText;
import dev.eddyline.schema.RequestVector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Requests that wait for the sentence model: creates the question, and handles its answer. */
final class RequestMeaningQuestions {

  private RequestMeaningQuestions() {}

  /** The question for a request that matches no earlier one by its words. */
  static Optional<MeaningQuestion> createQuestion(
      Request request,
      KnownRequest requested,
      CollaborationHistory history,
      Limits limits,
      EnrichedEvent enriched) {
    if (!KnownRequests.isComparable(requested)) {
      return Optional.empty(); // compared by words alone
    }
    List<ComparedRequest> compared = new ArrayList<>();
    List<RequestText> texts = new ArrayList<>();
    for (KnownRequest earlier : history.getRequests()) {
      long distanceMillis = Math.abs(enriched.eventTimeMillis() - earlier.getLast().getAt());
      if (CollaborationLoop.isBetween(earlier, requested.getFrom(), requested.getTo())
          && distanceMillis <= limits.window().toMillis()
          && limits.similarity().needsSentenceModel(Request.of(earlier), request)) {
        compared.add(
            new ComparedRequest(
                earlier.getExact(),
                !history.getAnswersPublished() || earlier.getAnswered(),
                ProgressTracker.progressReasonSince(
                        earlier.getProgress(),
                        earlier.getNews(),
                        enriched.progress(),
                        limits.newResultForgives())
                    .orElse(null)));
        if (earlier.getVector() == null) {
          texts.add(new RequestText(earlier.getExact(), KnownRequests.sentenceModelInput(earlier)));
        }
      }
    }
    if (compared.isEmpty()) {
      return Optional.empty();
    }
    texts.add(new RequestText(requested.getExact(), KnownRequests.sentenceModelInput(requested)));
    return Optional.of(
        new MeaningQuestion(
            CollaborationLoop.KEY, requested.getExact(), requested.getTo(), compared, texts));
  }

  /** Implements {@link MeaningBasedDetector#onMeaningFound}. */
  static DetectionResult<CollaborationHistory> handleModelAnswer(
      MeaningFound found,
      EnrichedEvent enriched,
      CollaborationHistory history,
      Limits limits,
      boolean expiresOnProgress) {
    OpenRequest requested = found.getAsked();
    if (!PendingRequests.isAnswerPending(found, history)) {
      return DetectionResult.noLoop(history);
    }
    CollaborationHistory known =
        withVectors(
            found,
            PendingRequests.removePendingRequest(found, CachedRequest.withCachedRequests(history)));
    KnownRequest request = findPendingRequest(requested, found.getEventId(), known);
    if (!limits.enabled() || request == null || request.getVector() == null) {
      return DetectionResult.noLoop(known);
    }
    Map<Long, ComparedRequest> compared = new HashMap<>();
    requested.getCompared().forEach(each -> compared.put(each.getExact(), each));
    RequestMatch match = bestMatch(request, compared, known, limits);
    if (match == null) {
      return DetectionResult.noLoop(known);
    }
    ComparedRequest comparison =
        Objects.requireNonNull(
            compared.get(match.earlier().getExact()), "only compared requests match");
    return merge(match, request, comparison, known)
        .toResult(
            enriched,
            limits,
            expiresOnProgress && enriched.progress().getProgress() > request.getProgress());
  }

  /** The waiting request, unless it was restarted since. */
  private static @Nullable KnownRequest findPendingRequest(
      OpenRequest requested, String eventId, CollaborationHistory history) {
    return history.getRequests().stream()
        .filter(known -> known.getExact() == requested.getExact())
        .filter(
            known ->
                CollaborationLoop.isBetween(known, requested.getAgentId(), requested.getToAgent()))
        .filter(known -> known.getFirst().getEventId().equals(eventId))
        .findFirst()
        .orElse(null);
  }

  /** Adds the vectors to all stored requests with these texts. */
  private static CollaborationHistory withVectors(
      MeaningFound found, CollaborationHistory history) {
    Map<Long, SentenceVector> vectors = new HashMap<>();
    for (RequestVector requestVector : found.getVectors()) {
      if (requestVector.getVector().hasRemaining()) {
        vectors.put(requestVector.getExact(), new SentenceVector(requestVector.getVector()));
      }
    }
    return new CollaborationHistory(
        history.getStamp(),
        history.getAnswersPublished(),
        history.getRequests().stream()
            .map(
                known -> {
                  SentenceVector vector = vectors.get(known.getExact());
                  return vector != null
                          && known.getVector() == null
                          && KnownRequests.isComparable(known)
                      ? KnownRequests.withVector(known, vector)
                      : known;
                })
            .toList(),
        history.getWaiting());
  }

  @SuppressWarnings("ReferenceEquality") // all requests but this very one
  private static @Nullable RequestMatch bestMatch(
      KnownRequest request,
      Map<Long, ComparedRequest> compared,
      CollaborationHistory history,
      Limits limits) {
    RequestMatch best = null;
    for (KnownRequest earlier : history.getRequests()) {
      if (earlier != request
          && compared.containsKey(earlier.getExact())
          && CollaborationLoop.isBetween(earlier, request.getFrom(), request.getTo())
          && earlier.getFirst().getAt() <= request.getFirst().getAt()) {
        double similarity =
            limits.similarity().similarity(Request.of(earlier), Request.of(request));
        boolean same = similarity > limits.threshold();
        if (same && (best == null || similarity >= best.similarity())) {
          best = new RequestMatch(earlier, similarity);
        }
      }
    }
    return best;
  }

  /**
   * A request merged with an earlier one.
   *
   * @param mergedRequest the merged request
   */
  private record Merged(
      RequestMatch match,
      KnownRequest request,
      ComparedRequest comparison,
      KnownRequest mergedRequest,
      CollaborationHistory history) {

    DetectionResult<CollaborationHistory> toResult(
        EnrichedEvent enriched, Limits limits, boolean expired) {
      if (comparison.getForgiven() != null) {
        return DetectionResult.forgiven(comparison.getForgiven(), history);
      }
      if (!comparison.getAnswered()) {
        return DetectionResult.noLoop(history);
      }
      if (expired) {
        return DetectionResult.forgiven(ProgressTracker.reason(enriched.progress()), history);
      }
      CollaborationRequested requested =
          new CollaborationRequested(request.getTo(), request.getFirst().getWhat());
      return DetectionResult.withLoop(
          CollaborationLoop.loop(match, mergedRequest, null, requested, limits, enriched), history);
    }
  }

  @SuppressWarnings("ReferenceEquality") // identity of the request
  private static Merged merge(
      RequestMatch match,
      KnownRequest request,
      ComparedRequest comparison,
      CollaborationHistory history) {
    KnownRequest earlier = match.earlier();
    int totalAttempts = earlier.getAttempts() + request.getAttempts();
    KnownRequest whole =
        comparison.getForgiven() != null
            ? KnownRequests.mergeAfterProgress(earlier, request)
            : KnownRequests.mergeSameMeaning(
                earlier, request, comparison.getAnswered() ? totalAttempts : totalAttempts - 1);
    List<KnownRequest> rest = new ArrayList<>(history.getRequests());
    rest.removeIf(known -> known == request);
    CollaborationHistory remaining =
        new CollaborationHistory(
            history.getStamp(), history.getAnswersPublished(), rest, history.getWaiting());
    return new Merged(
        match,
        request,
        comparison,
        whole,
        CollaborationLoop.replaceRequest(whole, earlier, remaining));
  }
}
