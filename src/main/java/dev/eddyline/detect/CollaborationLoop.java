package dev.eddyline.detect;

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
import dev.eddyline.text.Section;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Detects an agent that repeats a request to another agent although it was answered. Each request
 * is compared with the first such request, so that wording cannot drift.
 */
public final class CollaborationLoop
    implements RuleByMeaning<CollaborationHistory, CollaborationLoop.Limits> {

  static final String KEY = "collaboration_loop";

  private static final String REASON = "Repeated collaboration request";

  private static final HistoryPlace.InStore<CollaborationHistory> PLACE =
      new HistoryPlace.InStore<>(
          "eddyline-collaborations",
          CollaborationHistory.class,
          stamp -> new CollaborationHistory(stamp, false, List.of(), List.of()),
          CollaborationHistory::getStamp);

  /**
   * Limits of the rule.
   *
   * @param enabled whether the rule is on
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
  public String origin() {
    return "detects agents that repeat a request that was already answered";
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
        section.about("how long a request is remembered").kept("window", Duration.ofHours(24)),
        section
            .about("whether a new tool result since the earlier request" + " restarts the count")
            .bool("newResultForgives", false),
        masking);
  }

  @Override
  public boolean seesWaiting() {
    return true;
  }

  @Override
  public boolean concerns(Observation seen) {
    Object body = seen.event().getBody();
    return body instanceof CollaborationRequested || body instanceof CollaborationAnswered;
  }

  @Override
  public Finding<CollaborationHistory> detect(
      Observation seen, CollaborationHistory kept, Limits limits) {
    if (!limits.enabled()) {
      return Finding.none(kept);
    }
    if (seen.event().getBody() instanceof CollaborationAnswered answer) {
      return Finding.none(answered(seen.event().getAgentId(), answer.getToAgent(), kept));
    }
    CollaborationRequested asked = (CollaborationRequested) seen.event().getBody();
    if (seen.waiting() || asked.getRequest().isBlank()) {
      return Finding.none(kept);
    }
    return asked(asked, seen, LiveRequest.all(kept), limits);
  }

  private static Finding<CollaborationHistory> asked(
      CollaborationRequested asked, Observation seen, CollaborationHistory history, Limits limits) {
    Request request = Request.of(asked.getRequest(), limits.masking(), seen.texts());
    Match match = best(request, asked.getToAgent(), seen, history.getRequests(), limits);
    if (match == null) {
      boolean byMeaning = limits.similarity().asksForMeaning() && WaitingRequests.mayWait(history);
      KnownRequest first = Requests.first(request, asked, byMeaning, seen);
      return Meanings.question(request, first, history, limits, seen)
          .map(
              question ->
                  Finding.open(
                      question, with(first, null, WaitingRequests.with(seen.event(), history))))
          .orElseGet(() -> Finding.none(with(first, null, history)));
    }
    KnownRequest earlier = match.earlier();
    Optional<String> forgiven =
        SignsOfLife.since(
            earlier.getProgress(), earlier.getNews(), seen.signs(), limits.newResultForgives());
    if (forgiven.isPresent()) {
      KnownRequest anew = Requests.anew(earlier, asked.getRequest(), seen);
      return Finding.forgiven(forgiven.get(), with(anew, earlier, history));
    }
    if (history.getAnswersPublished() && !earlier.getAnswered()) {
      return Finding.none(
          with(Requests.askedAgain(earlier, asked.getRequest(), seen), earlier, history));
    }
    KnownRequest again = Requests.again(earlier, asked.getRequest(), seen);
    return Finding.of(
        loop(match, again, Request.of(again).agrees(request), asked, limits, seen),
        with(again, earlier, history));
  }

  @Override
  public Object body(OpenRequest asked) {
    return new CollaborationRequested(asked.getToAgent(), "");
  }

  @Override
  public boolean waits(MeaningFound found, CollaborationHistory history) {
    return WaitingRequests.waits(found, history);
  }

  @Override
  public Finding<CollaborationHistory> found(
      MeaningFound found,
      Observation seen,
      CollaborationHistory history,
      Limits limits,
      boolean lapses) {
    return Meanings.found(found, seen, history, limits, lapses);
  }

  /**
   * An earlier request that is repeated.
   *
   * @param similarity their similarity, 0 to 1
   */
  record Match(KnownRequest earlier, double similarity) {}

  /** Whether a request is between these two agents. */
  static boolean isOf(KnownRequest request, String from, String to) {
    return request.getFrom().equals(from) && request.getTo().equals(to);
  }

  /** The most similar earlier request between the agents, the newest of equals; or null. */
  private static @Nullable Match best(
      Request request, String to, Observation seen, List<KnownRequest> known, Limits limits) {
    Match best = null;
    for (KnownRequest earlier : known) {
      long apart = Math.abs(seen.at() - earlier.getLast().getAt());
      if (isOf(earlier, seen.event().getAgentId(), to) && apart <= limits.window().toMillis()) {
        double similarity = limits.similarity().of(Request.of(earlier), request);
        boolean same = similarity >= 1 || similarity > limits.threshold();
        if (same && (best == null || similarity >= best.similarity())) {
          best = new Match(earlier, similarity);
        }
      }
    }
    return best;
  }

  @SuppressWarnings("ReferenceEquality") // identity of the request
  static CollaborationHistory with(
      KnownRequest newest, @Nullable KnownRequest replaced, CollaborationHistory history) {
    List<KnownRequest> known = new ArrayList<>(history.getRequests());
    known.removeIf(request -> request == replaced);
    known.add(newest);
    return WaitingRequests.kept(known, history);
  }

  /** Marks all requests between the two agents as answered. */
  private static CollaborationHistory answered(String by, String to, CollaborationHistory kept) {
    if (kept.getAnswersPublished() && !isAnyOpen(kept, to, by)) {
      return kept;
    }
    List<KnownRequest> known = new ArrayList<>(LiveRequest.all(kept).getRequests());
    known.replaceAll(request -> isOpen(request, to, by) ? Requests.answered(request) : request);
    return new CollaborationHistory(kept.getStamp(), true, List.copyOf(known), kept.getWaiting());
  }

  private static boolean isAnyOpen(CollaborationHistory kept, String from, String to) {
    for (KnownRequest known : kept.getRequests()) {
      if (isOpen(known, from, to)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOpen(KnownRequest known, String from, String to) {
    return !known.getAnswered() && known.getFrom().equals(from) && known.getTo().equals(to);
  }

  /** The first request and the one before the newest, if it is not later. */
  private static List<SeenEvent> before(
      KnownRequest earlier, KnownRequest request, SeenEvent newest) {
    SeenEvent last = earlier.getLast();
    return last.getAt() <= newest.getAt()
        ? List.of(request.getFirst(), last)
        : List.of(request.getFirst());
  }

  static FoundLoop loop(
      Match match,
      KnownRequest request,
      @Nullable MatchKind kind,
      CollaborationRequested asked,
      Limits limits,
      Observation seen) {
    SeenEvent newest = seen.evidence(asked.getRequest());
    return Loops.closed(
            LoopType.COLLABORATION_LOOP,
            SeenEvents.after(before(match.earlier(), request, newest), newest),
            request.getFirst(),
            request.getCostBefore(),
            seen)
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
