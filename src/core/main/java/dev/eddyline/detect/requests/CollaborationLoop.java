package dev.eddyline.detect.requests;

import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.LoopTraits.Escalation;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.detect.api.MeaningBasedDetector;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.detect.api.SeenEvents;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationHistory;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.KnownRequest;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.MatchKind;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.OpenRequest;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.text.Masking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Detects an agent that repeats a request to another agent although it was answered. Each request
 * is compared with the first such request, so that wording cannot drift.
 */
public final class CollaborationLoop
    implements MeaningBasedDetector<CollaborationHistory, CollaborationLoop.Limits> {

  private static final List<LoopTraits> LOOPS =
      List.of(
          LoopTraits.hinted(
              LoopType.COLLABORATION_LOOP,
              Escalation.AT_THRESHOLD,
              "%s (attempt %d): \"%s\". Do not ask the same again: use the answer, or change the approach."));

  static final String KEY = "collaboration_loop";

  private static final String REASON = "Repeated collaboration request";

  private static final Set<Class<?>> EVENT_TYPES =
      Set.of(CollaborationRequested.class, CollaborationAnswered.class);

  private static final HistoryPlace.InStore<CollaborationHistory> PLACE =
      new HistoryPlace.InStore<>(
          "collaborations",
          CollaborationHistory.class,
          stamp -> new CollaborationHistory(stamp, false, List.of(), List.of()),
          CollaborationHistory::getStamp);

  /**
   * Limits of the detector.
   *
   * @param enabled whether the detector is on
   * @param similarity measure of similarity
   * @param threshold similarity above which requests are the same, 0.1 to 1
   * @param window how long a request is remembered
   * @param newResultForgives whether a new tool result in between restarts the count
   * @param masking what is volatile in a request
   */
  public record Limits(
      boolean enabled,
      RequestSimilarity similarity,
      double threshold,
      Duration window,
      boolean newResultForgives,
      Masking masking)
      implements Detector.Limits {

    public Limits {
      Objects.requireNonNull(similarity, "similarity");
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
    return "detects agents that repeat a request that was already answered";
  }

  @Override
  public List<LoopTraits> loops() {
    return LOOPS;
  }

  @Override
  public HistoryPlace.InStore<CollaborationHistory> history() {
    return PLACE;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.enabled(),
        section
            .about(
                "how two requests are compared: word for word, without volatile parts, by content"
                    + " words, or by meaning")
            .oneOf("similarity", RequestMeasure.MEANING, Section.all(RequestMeasure.class)),
        section
            .about("similarity above which two requests are the same; 1 is equal")
            .decimal("threshold", 0.85, 0.1, 1),
        section.about("retention of a request").windowDuration("window", Duration.ofHours(24)),
        section
            .about("whether a new tool result since the earlier request" + " restarts the count")
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
    return limits.enabled()
        && !(enriched.isAgentWaiting()
            && enriched.event().getBody() instanceof CollaborationRequested);
  }

  @Override
  public DetectionResult<CollaborationHistory> detect(
      EnrichedEvent enriched, CollaborationHistory history, Limits limits) {
    if (!needsHistory(enriched, limits)) {
      return DetectionResult.noLoop(history);
    }
    if (enriched.event().getBody() instanceof CollaborationAnswered answer) {
      return DetectionResult.noLoop(
          markRequestsAnswered(enriched.event().getAgentId(), answer.getToAgent(), history));
    }
    CollaborationRequested requested = (CollaborationRequested) enriched.event().getBody();
    if (requested.getRequest().isBlank()) {
      return DetectionResult.noLoop(history);
    }
    return onRequest(requested, enriched, CachedRequest.withCachedRequests(history), limits);
  }

  private static DetectionResult<CollaborationHistory> onRequest(
      CollaborationRequested requested,
      EnrichedEvent enriched,
      CollaborationHistory history,
      Limits limits) {
    Request request = Request.of(requested.getRequest(), limits.masking(), enriched.texts());
    RequestMatch match =
        bestMatch(request, requested.getToAgent(), enriched, history.getRequests(), limits);
    if (match == null) {
      boolean byMeaning =
          limits.similarity().usesSentenceModel() && PendingRequests.canAddPendingRequest(history);
      KnownRequest first = KnownRequests.newRequest(request, requested, byMeaning, enriched);
      return RequestMeaningQuestions.createQuestion(request, first, history, limits, enriched)
          .map(
              question ->
                  DetectionResult.withMeaningQuestion(
                      question,
                      replaceRequest(first, null, PendingRequests.with(enriched.event(), history))))
          .orElseGet(() -> DetectionResult.noLoop(replaceRequest(first, null, history)));
    }
    KnownRequest earlier = match.earlier();
    Optional<String> forgiven =
        ProgressTracker.progressReasonSince(
            earlier.getProgress(),
            earlier.getNews(),
            enriched.progress(),
            limits.newResultForgives());
    if (forgiven.isPresent()) {
      KnownRequest restarted =
          KnownRequests.restartCountAfterProgress(earlier, requested.getRequest(), enriched);
      return DetectionResult.forgiven(forgiven.get(), replaceRequest(restarted, earlier, history));
    }
    if (history.getAnswersPublished() && !earlier.getAnswered()) {
      return DetectionResult.noLoop(
          replaceRequest(
              KnownRequests.recordUnansweredRepetition(earlier, requested.getRequest(), enriched),
              earlier,
              history));
    }
    KnownRequest repeated =
        KnownRequests.recordAnsweredRepetition(earlier, requested.getRequest(), enriched);
    return DetectionResult.withLoop(
        loop(
            match,
            repeated,
            Request.of(repeated).hashMatchKind(request),
            requested,
            limits,
            enriched),
        replaceRequest(repeated, earlier, history));
  }

  @Override
  public Object restoreEventBody(OpenRequest requested) {
    return new CollaborationRequested(requested.getToAgent(), "");
  }

  @Override
  public boolean isAnswerPending(MeaningFound found, CollaborationHistory history) {
    return PendingRequests.isAnswerPending(found, history);
  }

  @Override
  public DetectionResult<CollaborationHistory> onMeaningFound(
      MeaningFound found,
      EnrichedEvent enriched,
      CollaborationHistory history,
      Limits limits,
      boolean expiresOnProgress) {
    return RequestMeaningQuestions.handleModelAnswer(
        found, enriched, history, limits, expiresOnProgress);
  }

  /**
   * An earlier request that is repeated.
   *
   * @param similarity their similarity, 0 to 1
   */
  record RequestMatch(KnownRequest earlier, double similarity) {}

  /** Whether a request is between these two agents. */
  static boolean isBetween(KnownRequest request, String from, String to) {
    return request.getFrom().equals(from) && request.getTo().equals(to);
  }

  /** The most similar earlier request between the agents, the newest of equals; or null. */
  private static @Nullable RequestMatch bestMatch(
      Request request, String to, EnrichedEvent enriched, List<KnownRequest> known, Limits limits) {
    RequestMatch best = null;
    for (KnownRequest earlier : known) {
      long distanceMillis = Math.abs(enriched.eventTimeMillis() - earlier.getLast().getAt());
      if (isBetween(earlier, enriched.event().getAgentId(), to)
          && distanceMillis <= limits.window().toMillis()) {
        double similarity = limits.similarity().similarity(Request.of(earlier), request);
        boolean same = similarity >= 1 || similarity > limits.threshold();
        if (same && (best == null || similarity >= best.similarity())) {
          best = new RequestMatch(earlier, similarity);
        }
      }
    }
    return best;
  }

  @SuppressWarnings("ReferenceEquality") // identity of the request
  static CollaborationHistory replaceRequest(
      KnownRequest newest, @Nullable KnownRequest replaced, CollaborationHistory history) {
    List<KnownRequest> known = new ArrayList<>(history.getRequests());
    known.removeIf(request -> request == replaced);
    known.add(newest);
    return PendingRequests.replaceAndEvictOldRequests(known, history);
  }

  /** Marks all requests between the two agents as answered. */
  private static CollaborationHistory markRequestsAnswered(
      String by, String to, CollaborationHistory history) {
    if (history.getAnswersPublished() && !hasUnansweredRequest(history, to, by)) {
      return history;
    }
    List<KnownRequest> known =
        new ArrayList<>(CachedRequest.withCachedRequests(history).getRequests());
    known.replaceAll(
        request ->
            isUnansweredRequestBetween(request, to, by)
                ? KnownRequests.markAnswered(request)
                : request);
    return new CollaborationHistory(
        history.getStamp(), true, List.copyOf(known), history.getWaiting());
  }

  private static boolean hasUnansweredRequest(
      CollaborationHistory history, String from, String to) {
    for (KnownRequest known : history.getRequests()) {
      if (isUnansweredRequestBetween(known, from, to)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isUnansweredRequestBetween(KnownRequest known, String from, String to) {
    return !known.getAnswered() && known.getFrom().equals(from) && known.getTo().equals(to);
  }

  /** The first request and the one before the newest, if it is not later. */
  private static List<SeenEvent> earlierEvidence(
      KnownRequest earlier, KnownRequest request, SeenEvent newest) {
    SeenEvent last = earlier.getLast();
    return last.getAt() <= newest.getAt()
        ? List.of(request.getFirst(), last)
        : List.of(request.getFirst());
  }

  static FoundLoop loop(
      RequestMatch match,
      KnownRequest request,
      @Nullable MatchKind kind,
      CollaborationRequested requested,
      Limits limits,
      EnrichedEvent enriched) {
    SeenEvent newest = enriched.evidence(requested.getRequest());
    return Loops.newLoopBuilder(
            LoopType.COLLABORATION_LOOP,
            SeenEvents.appendDistinctEvent(
                earlierEvidence(match.earlier(), request, newest), newest),
            request.getFirst(),
            request.getCostBefore(),
            enriched)
        .setMatchKind(kind)
        .setAgents(List.copyOf(new LinkedHashSet<>(List.of(request.getFrom(), request.getTo()))))
        .setIdentity(
            "collaboration %s %s %x"
                .formatted(request.getFrom(), request.getTo(), request.getExact()))
        .setOccurrences(request.getAttempts())
        .setAttempts(request.getAttempts())
        .setMeasured(match.similarity())
        .setLimit(limits.threshold())
        .setReason(REASON)
        .build();
  }
}
