package dev.eddyline.detect;

import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.ResponseHistory;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.Speaker;
import dev.eddyline.schema.SpokenResponse;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.text.Section;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** An agent's response is like one of its last in the same step (document 000, section 2). */
public final class SimilarResponse implements Detector<ResponseHistory, SimilarResponse.Limits> {

  /** Agents in steps whose responses are remembered, those that were heard last. */
  private static final int MAX_SPEAKERS = 32;

  /** Responses that are remembered of all of them: with longer windows, of fewer. */
  private static final int MAX_RESPONSES = 96;

  /** How texts are compared. */
  public enum Measure {
    /** By the words that they have in common. */
    JACCARD,
    /** By the letters that differ. */
    LEVENSHTEIN
  }

  private static final HistoryPlace<ResponseHistory> PLACE =
      new HistoryPlace.InStore<>(
          "eddyline-responses",
          ResponseHistory.class,
          stamp -> new ResponseHistory(stamp, List.of()),
          ResponseHistory::getStamp);

  /**
   * What is configurable.
   *
   * @param enabled whether the rule is on
   * @param threshold similarity from which on responses are alike, .1 to 1 (document 000: .8)
   * @param windowSize earlier responses that are compared, 1 to 10 (document 000: 3)
   * @param measure how texts are compared (document 000: either)
   * @param minLength shorter responses are passed over, in characters
   * @param window how long a response is remembered
   * @param newResultForgives whether a response from before a tool's really new result is not
   *     compared (only in default)
   */
  public record Limits(
      boolean enabled,
      double threshold,
      int windowSize,
      Measure measure,
      int minLength,
      Duration window,
      boolean newResultForgives)
      implements Detector.Limits {

    public Limits {
      Objects.requireNonNull(measure, "measure");
      Objects.requireNonNull(window, "window");
    }
  }

  @Override
  public String key() {
    return "similar_response";
  }

  @Override
  public String origin() {
    return "judge-worker (document 000, section 2)";
  }

  @Override
  public HistoryPlace<ResponseHistory> history() {
    return PLACE;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.enabled(),
        section
            .about(
                "similarity from which two responses are alike; 1 is equal; by words told exactly up to 128 different ones, above to about 2 in 100")
            .decimal("threshold", 0.8, 0.1, 1),
        section
            .about(
                "earlier responses of the agent in the same step that are compared; kept of 32 agents in steps, above 3 of fewer (96 responses in all)")
            .integer("windowSize", 3, 1, 10),
        section
            .about(
                "what is compared: the words in common, or the letters that differ among the first 1,000")
            .oneOf("measure", Measure.JACCARD, Section.all(Measure.class)),
        section
            .about("characters that a response must have to be compared")
            .integer("minLength", 0, 0, Section.MANY),
        section.about("how long a response is remembered").kept("window", Duration.ofHours(24)),
        section
            .about("whether responses from before a new result of a tool are not compared")
            .bool("newResultForgives", false));
  }

  @Override
  public boolean seesWaiting() {
    return true;
  }

  @Override
  public boolean concerns(Observation seen) {
    Object body = seen.event().getBody();
    return body instanceof ResponseProduced || body instanceof UserMessage;
  }

  /** A person who speaks asks for another answer: what was said before is no longer compared. */
  @Override
  public Finding<ResponseHistory> detect(Observation seen, ResponseHistory history, Limits limits) {
    if (!(seen.event().getBody() instanceof ResponseProduced said)) {
      boolean empty = history.getSpeakers().isEmpty();
      return Finding.none(empty ? history : new ResponseHistory(history.getStamp(), List.of()));
    }
    if (!limits.enabled() || seen.waiting() || said.getText().length() < limits.minLength()) {
      return Finding.none(history);
    }
    SpokenResponse now = Responses.first(said.getText(), limits.measure(), seen);
    if (Responses.isEmpty(now)) {
      return Finding.none(history);
    }
    long id = Hash.of(seen.event().getAgentId(), said.getStep());
    List<Speaker> others = new ArrayList<>(history.getSpeakers());
    List<SpokenResponse> before =
        others.stream()
            .filter(speaker -> speaker.getId() == id)
            .findFirst()
            .map(Speaker::getResponses)
            .orElse(List.of());
    others.removeIf(speaker -> speaker.getId() == id);
    Match match = best(now, Newest.of(before, limits.windowSize()), seen, limits);
    boolean similar = match != null && match.similarity() >= limits.threshold();
    SpokenResponse kept = similar ? Responses.again(now, match.earlier()) : now;
    List<SpokenResponse> after = new ArrayList<>(before);
    after.add(kept);
    others.add(new Speaker(id, Newest.of(after, limits.windowSize())));
    ResponseHistory remembered =
        new ResponseHistory(history.getStamp(), Newest.of(others, speakers(limits)));
    return similar
        ? Finding.of(loop(kept, match, said, limits, seen), remembered)
        : Finding.none(remembered);
  }

  private static int speakers(Limits limits) {
    return Math.min(MAX_SPEAKERS, MAX_RESPONSES / limits.windowSize());
  }

  private record Match(SpokenResponse earlier, double similarity) {}

  /** The most similar of the earlier responses, the newest of equals; null where there is none. */
  private static Match best(
      SpokenResponse now, List<SpokenResponse> before, Observation seen, Limits limits) {
    Match best = null;
    for (SpokenResponse earlier : before) {
      long apart = Math.abs(seen.at() - earlier.getSeen().getAt());
      boolean forgiven = limits.newResultForgives() && earlier.getNews() < seen.signs().getNews();
      if (apart <= limits.window().toMillis() && !forgiven) {
        double similarity = Responses.similarity(now, earlier);
        best =
            best != null && best.similarity() > similarity ? best : new Match(earlier, similarity);
      }
    }
    return best;
  }

  private static FoundLoop loop(
      SpokenResponse response,
      Match match,
      ResponseProduced said,
      Limits limits,
      Observation seen) {
    return Loops.closed(
            LoopType.SIMILAR_RESPONSE,
            SeenEvents.chain(
                Responses.first(response),
                match.earlier().getSeen(),
                percent(match) + "% the same as the newest",
                seen.evidence(said.getText())),
            Responses.first(response),
            response.getCostBefore(),
            seen)
        .setIdentity("response %s %s".formatted(seen.event().getAgentId(), said.getStep()))
        .setOccurrences(response.getAttempts())
        .setAttempts(response.getAttempts())
        .setMeasured(match.similarity())
        .setLimit(limits.threshold())
        .setReason(
            "The response is %d%% similar to an earlier one in the same step"
                .formatted(percent(match)))
        .build();
  }

  private static int percent(Match match) {
    return (int) Math.floor(match.similarity() * 100 + 1e-9);
  }
}
