package dev.eddyline.detect;

import dev.eddyline.detect.CollaborationLoop.Limits;
import dev.eddyline.detect.CollaborationLoop.Match;
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
final class Meanings {

  private Meanings() {}

  /** The question for a request that matches no earlier one by its words. */
  static Optional<OpenQuestion> question(
      Request request,
      KnownRequest asked,
      CollaborationHistory history,
      Limits limits,
      Observation seen) {
    if (!Requests.isComparable(asked)) {
      return Optional.empty(); // compared by words alone
    }
    List<ComparedRequest> compared = new ArrayList<>();
    List<RequestText> texts = new ArrayList<>();
    for (KnownRequest earlier : history.getRequests()) {
      long apart = Math.abs(seen.at() - earlier.getLast().getAt());
      if (CollaborationLoop.isOf(earlier, asked.getFrom(), asked.getTo())
          && apart <= limits.window().toMillis()
          && limits.similarity().leavesOpen(Request.of(earlier), request)) {
        compared.add(
            new ComparedRequest(
                earlier.getExact(),
                !history.getAnswersPublished() || earlier.getAnswered(),
                SignsOfLife.since(
                        earlier.getProgress(),
                        earlier.getNews(),
                        seen.signs(),
                        limits.newResultForgives())
                    .orElse(null)));
        if (earlier.getVector() == null) {
          texts.add(new RequestText(earlier.getExact(), Requests.core(earlier)));
        }
      }
    }
    if (compared.isEmpty()) {
      return Optional.empty();
    }
    texts.add(new RequestText(asked.getExact(), Requests.core(asked)));
    return Optional.of(
        new OpenQuestion(CollaborationLoop.KEY, asked.getExact(), asked.getTo(), compared, texts));
  }

  /** Implements {@link RuleByMeaning#found}. */
  static Finding<CollaborationHistory> found(
      MeaningFound found,
      Observation seen,
      CollaborationHistory history,
      Limits limits,
      boolean lapses) {
    OpenRequest asked = found.getAsked();
    if (!WaitingRequests.waits(found, history)) {
      return Finding.none(history);
    }
    CollaborationHistory known =
        told(found, WaitingRequests.without(found, LiveRequest.all(history)));
    KnownRequest request = open(asked, found.getEventId(), known);
    if (!limits.enabled() || request == null || request.getVector() == null) {
      return Finding.none(known);
    }
    Map<Long, ComparedRequest> compared = new HashMap<>();
    asked.getCompared().forEach(each -> compared.put(each.getExact(), each));
    Match match = best(request, compared, known, limits);
    if (match == null) {
      return Finding.none(known);
    }
    ComparedRequest then =
        Objects.requireNonNull(
            compared.get(match.earlier().getExact()), "only compared requests match");
    return merged(match, request, then, known)
        .finding(seen, limits, lapses && seen.signs().getProgress() > request.getProgress());
  }

  /** The waiting request, unless it was restarted since. */
  private static @Nullable KnownRequest open(
      OpenRequest asked, String eventId, CollaborationHistory history) {
    return history.getRequests().stream()
        .filter(known -> known.getExact() == asked.getExact())
        .filter(known -> CollaborationLoop.isOf(known, asked.getAgentId(), asked.getToAgent()))
        .filter(known -> known.getFirst().getEventId().equals(eventId))
        .findFirst()
        .orElse(null);
  }

  /** Adds the vectors to all stored requests with these texts. */
  private static CollaborationHistory told(MeaningFound found, CollaborationHistory history) {
    Map<Long, SentenceVector> vectors = new HashMap<>();
    for (RequestVector told : found.getVectors()) {
      if (told.getVector().hasRemaining()) {
        vectors.put(told.getExact(), new SentenceVector(told.getVector()));
      }
    }
    return new CollaborationHistory(
        history.getStamp(),
        history.getAnswersPublished(),
        history.getRequests().stream()
            .map(
                known -> {
                  SentenceVector vector = vectors.get(known.getExact());
                  return vector != null && known.getVector() == null && Requests.isComparable(known)
                      ? Requests.meaning(known, vector)
                      : known;
                })
            .toList(),
        history.getWaiting());
  }

  @SuppressWarnings("ReferenceEquality") // all requests but this very one
  private static @Nullable Match best(
      KnownRequest request,
      Map<Long, ComparedRequest> compared,
      CollaborationHistory history,
      Limits limits) {
    Match best = null;
    for (KnownRequest earlier : history.getRequests()) {
      if (earlier != request
          && compared.containsKey(earlier.getExact())
          && CollaborationLoop.isOf(earlier, request.getFrom(), request.getTo())
          && earlier.getFirst().getAt() <= request.getFirst().getAt()) {
        double similarity = limits.similarity().of(Request.of(earlier), Request.of(request));
        boolean same = similarity > limits.threshold();
        if (same && (best == null || similarity >= best.similarity())) {
          best = new Match(earlier, similarity);
        }
      }
    }
    return best;
  }

  /**
   * A request merged with an earlier one.
   *
   * @param whole the merged request
   */
  private record Merged(
      Match match,
      KnownRequest request,
      ComparedRequest then,
      KnownRequest whole,
      CollaborationHistory history) {

    Finding<CollaborationHistory> finding(Observation seen, Limits limits, boolean lapsed) {
      if (then.getForgiven() != null) {
        return Finding.forgiven(then.getForgiven(), history);
      }
      if (!then.getAnswered()) {
        return Finding.none(history);
      }
      if (lapsed) {
        return Finding.forgiven(SignsOfLife.reason(seen.signs()), history);
      }
      CollaborationRequested asked =
          new CollaborationRequested(request.getTo(), request.getFirst().getWhat());
      return Finding.of(CollaborationLoop.loop(match, whole, null, asked, limits, seen), history);
    }
  }

  @SuppressWarnings("ReferenceEquality") // identity of the request
  private static Merged merged(
      Match match, KnownRequest request, ComparedRequest then, CollaborationHistory history) {
    KnownRequest earlier = match.earlier();
    int both = earlier.getAttempts() + request.getAttempts();
    KnownRequest whole =
        then.getForgiven() != null
            ? Requests.mergedAnew(earlier, request)
            : Requests.merged(earlier, request, then.getAnswered() ? both : both - 1);
    List<KnownRequest> rest = new ArrayList<>(history.getRequests());
    rest.removeIf(known -> known == request);
    CollaborationHistory left =
        new CollaborationHistory(
            history.getStamp(), history.getAnswersPublished(), rest, history.getWaiting());
    return new Merged(match, request, then, whole, CollaborationLoop.with(whole, earlier, left));
  }
}
