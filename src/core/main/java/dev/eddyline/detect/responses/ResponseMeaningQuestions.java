package dev.eddyline.detect.responses;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.MeaningBasedDetector;
import dev.eddyline.detect.api.MeaningQuestion;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.detect.responses.SimilarResponse.Limits;
import dev.eddyline.detect.responses.SimilarResponse.ResponseMatch;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.RequestText;
import dev.eddyline.schema.RequestVector;
import dev.eddyline.schema.ResponseHistory;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.Speaker;
import dev.eddyline.schema.SpokenMeaning;
import dev.eddyline.schema.SpokenResponse;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Responses that wait for the sentence model: creates the question, and handles its answer. */
final class ResponseMeaningQuestions {

  private ResponseMeaningQuestions() {}

  /** The question for a response that matches no earlier one by its words. */
  static Optional<MeaningQuestion> createQuestion(
      SpokenResponse now, List<SpokenResponse> before, Limits limits) {
    List<RequestText> texts = new ArrayList<>();
    boolean open = false;
    for (SpokenResponse earlier : before) {
      if (SimilarResponse.isCompared(now, earlier, limits)
          && KnownResponses.needsSentenceModel(now, earlier)) {
        open = true;
        if (earlier.getMeaning().getVector() == null) {
          texts.add(text(earlier.getMeaning()));
        }
      }
    }
    if (!open) {
      return Optional.empty();
    }
    texts.add(text(now.getMeaning()));
    return Optional.of(
        new MeaningQuestion(
            SimilarResponse.KEY, now.getMeaning().getExact(), "", List.of(), texts));
  }

  private static RequestText text(SpokenMeaning meaning) {
    return new RequestText(meaning.getExact(), meaning.getText());
  }

  /**
   * The pending response.
   *
   * @param earlierResponses earlier responses of the same agent and step, oldest first
   */
  private record PendingResponse(SpokenResponse response, List<SpokenResponse> earlierResponses) {}

  /** Implements {@link MeaningBasedDetector#onMeaningFound}. */
  @SuppressWarnings("ReferenceEquality") // identity of the response
  static DetectionResult<ResponseHistory> handleModelAnswer(
      MeaningFound found,
      EnrichedEvent enriched,
      ResponseHistory history,
      Limits limits,
      boolean expiresOnProgress) {
    if (!SpeakerHistories.isAnswerPending(found, history)) {
      return DetectionResult.noLoop(history);
    }
    ResponseHistory known = withVectors(found, history);
    ResponseMatch match = null;
    PendingResponse pendingResponse = findPendingResponse(found, known);
    if (limits.enabled() && pendingResponse != null) {
      List<SpokenResponse> compared =
          BoundedLists.newest(pendingResponse.earlierResponses(), limits.windowSize());
      match = SimilarResponse.bestMatch(pendingResponse.response(), compared, limits);
    }
    if (pendingResponse == null || match == null) {
      return DetectionResult.noLoop(removePendingResponse(found, known, limits));
    }
    SpokenResponse response = pendingResponse.response();
    SpokenResponse repeated = KnownResponses.markAsRepetition(response, match.earlier());
    ResponseHistory chained =
        SpeakerHistories.mapResponses(
            known,
            candidate ->
                candidate == response
                    ? repeated
                    : updateFirstResponse(candidate, response, repeated));
    ResponseHistory after = removePendingResponse(found, chained, limits);
    SpokenMeaning meaning = response.getMeaning();
    if (expiresOnProgress && enriched.progress().getProgress() > meaning.getProgress()) {
      return DetectionResult.forgiven(ProgressTracker.reason(enriched.progress()), after);
    }
    return DetectionResult.withLoop(
        SimilarResponse.loop(repeated, match, meaning.getText(), limits, enriched), after);
  }

  private static @Nullable PendingResponse findPendingResponse(
      MeaningFound found, ResponseHistory history) {
    for (Speaker speaker : history.getSpeakers()) {
      List<SpokenResponse> all = speaker.getResponses();
      for (int at = 0; at < all.size(); at++) {
        SpokenResponse candidate = all.get(at);
        if (isFromEvent(candidate, found)
            && candidate.getMeaning() != null
            && candidate.getMeaning().getText() != null) {
          return new PendingResponse(candidate, all.subList(0, at));
        }
      }
    }
    return null;
  }

  private static boolean isFromEvent(SpokenResponse candidate, MeaningFound found) {
    return candidate.getSeen().getEventId().equals(found.getEventId());
  }

  /** Updates later responses of the series to its new first response. */
  private static SpokenResponse updateFirstResponse(
      SpokenResponse candidate, SpokenResponse response, SpokenResponse repeated) {
    SeenEvent first = candidate.getFirst();
    return first != null && first.equals(response.getSeen())
        ? KnownResponses.withNewFirstResponse(candidate, repeated)
        : candidate;
  }

  /** Adds the vectors to all stored responses with these texts. */
  private static ResponseHistory withVectors(MeaningFound found, ResponseHistory history) {
    Map<Long, ByteBuffer> vectors = new HashMap<>();
    for (RequestVector updated : found.getVectors()) {
      if (updated.getVector().hasRemaining()) {
        vectors.put(updated.getExact(), updated.getVector());
      }
    }
    return SpeakerHistories.mapResponses(
        history,
        candidate -> {
          SpokenMeaning meaning = candidate.getMeaning();
          ByteBuffer vector = meaning == null ? null : vectors.get(meaning.getExact());
          return vector != null && meaning.getText() != null
              ? KnownResponses.withVector(
                  candidate,
                  vector,
                  isResponsePending(candidate, history) ? meaning.getText() : null)
              : candidate;
        });
  }

  private static boolean isResponsePending(SpokenResponse candidate, ResponseHistory history) {
    return history.getWaiting().contains(candidate.getSeen().getEventId());
  }

  /** The response is no longer pending; drops its text. */
  private static ResponseHistory removePendingResponse(
      MeaningFound found, ResponseHistory history, Limits limits) {
    ResponseHistory updated =
        SpeakerHistories.mapResponses(
            history,
            candidate -> {
              SpokenMeaning meaning = candidate.getMeaning();
              boolean known =
                  meaning != null && meaning.getVector() != null && isFromEvent(candidate, found);
              return known
                  ? KnownResponses.withVector(candidate, meaning.getVector(), null)
                  : candidate;
            });
    return SpeakerHistories.removePendingResponse(found, updated, limits.windowSize());
  }
}
