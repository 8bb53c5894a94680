package dev.eddyline.detect.responses;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.LoopTraits.Escalation;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.detect.api.MeaningBasedDetector;
import dev.eddyline.detect.api.MeaningQuestion;
import dev.eddyline.detect.api.SeenEvents;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.OpenRequest;
import dev.eddyline.schema.ResponseHistory;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.SpokenResponse;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Masking;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Detects a response that is similar to a recent one in the same step, of the same agent or of any.
 */
public final class SimilarResponse
    implements MeaningBasedDetector<ResponseHistory, SimilarResponse.Limits> {

  private static final List<LoopTraits> LOOPS =
      List.of(
          LoopTraits.hinted(
              LoopType.SIMILAR_RESPONSE,
              Escalation.ON_REPEAT,
              "%s. Do not answer the same again: say what is new, or change the approach."));

  static final String KEY = "similar_response";

  /** How texts are compared. */
  public enum Measure {
    /** By the words that they have in common. */
    JACCARD,
    /** By edit distance. */
    LEVENSHTEIN,
    /** By the words that they have in common, and by the sentence model if words do not decide. */
    MEANING
  }

  /** Which earlier responses are compared. */
  public enum ComparisonScope {
    /** Those of the same agent in the same step. */
    AGENT,
    /** Those of all agents in the same step. */
    STEP
  }

  private static final Set<Class<?>> EVENT_TYPES =
      Set.of(ResponseProduced.class, UserMessage.class);

  private static final HistoryPlace.InStore<ResponseHistory> PLACE =
      new HistoryPlace.InStore<>(
          "responses",
          ResponseHistory.class,
          stamp -> new ResponseHistory(stamp, List.of(), List.of()),
          ResponseHistory::getStamp);

  /**
   * Limits of the detector.
   *
   * @param enabled whether the detector is on
   * @param threshold similarity from which responses count as similar, 0.1 to 1
   * @param scope which earlier responses are compared
   * @param windowSize earlier responses that are compared, 1 to 10
   * @param measure how texts are compared
   * @param minLength minimum length of a compared response, in characters
   * @param window how long a response is remembered
   * @param newResultForgives whether responses before a new tool result are not compared (only in
   *     default)
   * @param masking what is volatile in a response that is compared by meaning
   */
  public record Limits(
      boolean enabled,
      double threshold,
      ComparisonScope scope,
      int windowSize,
      Measure measure,
      int minLength,
      Duration window,
      boolean newResultForgives,
      Masking masking)
      implements Detector.Limits {

    public Limits {
      Objects.requireNonNull(scope, "scope");
      Objects.requireNonNull(measure, "measure");
      Objects.requireNonNull(window, "window");
      Objects.requireNonNull(masking, "masking");
    }
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String purpose() {
    return "detects an agent that gives similar responses";
  }

  @Override
  public List<LoopTraits> loops() {
    return LOOPS;
  }

  @Override
  public HistoryPlace.InStore<ResponseHistory> history() {
    return PLACE;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.enabled(),
        section
            .about(
                "similarity from which two responses count as similar; 1 is equal; by words exact up to 128 distinct words, above that within about 2 %")
            .decimal("threshold", 0.8, 0.1, 1),
        section
            .about(
                "which earlier responses are compared: those of the same agent in the same step, or"
                    + " those of all agents in the same step")
            .oneOf("scope", ComparisonScope.AGENT, Section.all(ComparisonScope.class)),
        section
            .about(
                "earlier responses that are compared. Stored for 32 pairs of agent and step, or 32 steps, or fewer if above 3 (96 responses in all)")
            .integer("windowSize", 3, 1, 10),
        section
            .about(
                "how responses are compared: by words in common, by edit distance of the first 1,000 characters, or by meaning. Meaning decides responses of up to 500 bytes that words leave open")
            .oneOf("measure", Measure.JACCARD, Section.all(Measure.class)),
        section
            .about("minimum length of a compared response, in characters")
            .integer("minLength", 0, 0, Section.MANY),
        section.about("retention of a response").windowDuration("window", Duration.ofHours(24)),
        section
            .about("whether responses before a new tool result are not compared")
            .bool("newResultForgives", false),
        masking);
  }

  @Override
  public boolean receivesEventsWhileWaiting() {
    return true;
  }

  @Override
  public Set<Class<?>> eventTypes() {
    return EVENT_TYPES;
  }

  @Override
  public boolean needsHistory(EnrichedEvent enriched, Limits limits) {
    return !(enriched.event().getBody() instanceof ResponseProduced produced)
        || limits.enabled()
            && !enriched.isAgentWaiting()
            && (enriched.isInStep() || !isShort(produced, limits));
  }

  /** A user message ends the comparison: earlier responses are no longer compared. */
  @Override
  public DetectionResult<ResponseHistory> detect(
      EnrichedEvent enriched, ResponseHistory history, Limits limits) {
    if (!(enriched.event().getBody() instanceof ResponseProduced produced)) {
      return DetectionResult.noLoop(
          SpeakerHistories.closeAllResponses(history, limits.windowSize()));
    }
    if (!needsHistory(enriched, limits)) {
      return DetectionResult.noLoop(history);
    }
    boolean isShort = isShort(produced, limits);
    SpokenResponse now =
        KnownResponses.first(
            produced.getText(),
            limits,
            !isShort && limits.measure() == Measure.MEANING,
            SpeakerHistories.canAddPendingResponse(history),
            enriched);
    if (KnownResponses.isEmpty(now)) {
      return DetectionResult.noLoop(history);
    }
    long id = Hash.of(speaker(enriched, limits), produced.getStep());
    List<SpokenResponse> before =
        BoundedLists.newest(SpeakerHistories.responsesOf(id, history), limits.windowSize());
    ResponseMatch match = bestMatch(now, before, limits);
    if (match != null) {
      SpokenResponse repeated = KnownResponses.markAsRepetition(now, match.earlier());
      if (isShort) {
        return DetectionResult.noLoop(
            SpeakerHistories.addResponse(id, repeated, false, history, limits.windowSize()));
      }
      return DetectionResult.withLoop(
          loop(repeated, match, produced.getText(), limits, enriched),
          SpeakerHistories.addResponse(id, repeated, false, history, limits.windowSize()));
    }
    Optional<MeaningQuestion> question =
        isShort ? Optional.empty() : ResponseMeaningQuestions.createQuestion(now, before, limits);
    ResponseHistory after =
        SpeakerHistories.addResponse(id, now, question.isPresent(), history, limits.windowSize());
    return question
        .map(open -> DetectionResult.withMeaningQuestion(open, after))
        .orElseGet(
            () ->
                // an answer to the same objection as before does not move the task on
                SpeakerHistories.endsInRepetition(history)
                    ? DetectionResult.noLoop(after)
                    : DetectionResult.noLoop(after).ofNewResponse());
  }

  private static boolean isShort(ResponseProduced produced, Limits limits) {
    return produced.getText().length() < limits.minLength();
  }

  /** The agent whose responses are compared; empty for all agents. */
  private static String speaker(EnrichedEvent enriched, Limits limits) {
    return limits.scope() == ComparisonScope.AGENT ? enriched.event().getAgentId() : "";
  }

  @Override
  public Object restoreEventBody(OpenRequest openRequest) {
    return new ResponseProduced(openRequest.getStep(), "");
  }

  @Override
  public boolean isAnswerPending(MeaningFound found, ResponseHistory history) {
    return SpeakerHistories.isAnswerPending(found, history);
  }

  @Override
  public DetectionResult<ResponseHistory> onMeaningFound(
      MeaningFound found,
      EnrichedEvent enriched,
      ResponseHistory history,
      Limits limits,
      boolean expiresOnProgress) {
    return ResponseMeaningQuestions.handleModelAnswer(
        found, enriched, history, limits, expiresOnProgress);
  }

  /**
   * An earlier response that is similar to a new one.
   *
   * @param similarity their similarity, 0 to 1
   */
  record ResponseMatch(SpokenResponse earlier, double similarity) {}

  /** The most similar earlier response, the newest of equals; null if none is similar. */
  static @Nullable ResponseMatch bestMatch(
      SpokenResponse now, List<SpokenResponse> before, Limits limits) {
    ResponseMatch best = null;
    for (SpokenResponse earlier : before) {
      double similarity =
          isCompared(now, earlier, limits)
              ? KnownResponses.similarityOrZeroBelowThreshold(now, earlier, limits.threshold())
              : 0;
      if (similarity > 0 && (best == null || similarity >= best.similarity())) {
        best = new ResponseMatch(earlier, similarity);
      }
    }
    return best;
  }

  /**
   * Whether two responses are compared: within the window, and without a forgiving new result in
   * between.
   */
  static boolean isCompared(SpokenResponse now, SpokenResponse earlier, Limits limits) {
    long distanceMillis = Math.abs(now.getSeen().getAt() - earlier.getSeen().getAt());
    boolean forgiven = limits.newResultForgives() && earlier.getNews() < now.getNews();
    return distanceMillis <= limits.window().toMillis() && !forgiven;
  }

  /**
   * Builds the loop that a response closes.
   *
   * @param text its text
   */
  static FoundLoop loop(
      SpokenResponse response,
      ResponseMatch match,
      String text,
      Limits limits,
      EnrichedEvent enriched) {
    ResponseProduced produced = (ResponseProduced) enriched.event().getBody();
    return Loops.newLoopBuilder(
            LoopType.SIMILAR_RESPONSE,
            SeenEvents.buildSeriesEvidence(
                KnownResponses.first(response),
                match.earlier().getSeen(),
                percent(match) + "% the same as the newest",
                enriched.evidence(text)),
            KnownResponses.first(response),
            response.getCostBefore(),
            enriched)
        .setIdentity("response " + speaker(enriched, limits) + " " + produced.getStep())
        .setOccurrences(response.getAttempts())
        .setAttempts(response.getAttempts())
        .setMeasured(match.similarity())
        .setLimit(limits.threshold())
        .setReason(
            "The response is %d%% similar to an earlier one in step '%s'"
                .formatted(percent(match), produced.getStep()))
        .build();
  }

  private static int percent(ResponseMatch match) {
    return (int) Math.floor(match.similarity() * 100 + 1e-9);
  }
}
