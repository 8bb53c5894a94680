package dev.eddyline.detect;

import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.OpenRequest;
import dev.eddyline.schema.ResponseHistory;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.SpokenResponse;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.text.Section;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Detects a response that is similar to one of the agent's recent responses in the same step. */
public final class SimilarResponse
    implements RuleByMeaning<ResponseHistory, SimilarResponse.Limits> {

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

  private static final HistoryPlace.InStore<ResponseHistory> PLACE =
      new HistoryPlace.InStore<>(
          "eddyline-responses",
          ResponseHistory.class,
          stamp -> new ResponseHistory(stamp, List.of(), List.of()),
          ResponseHistory::getStamp);

  /**
   * Limits of the rule.
   *
   * @param enabled whether the rule is on
   * @param threshold similarity from which responses count as similar, 0.1 to 1
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
      int windowSize,
      Measure measure,
      int minLength,
      Duration window,
      boolean newResultForgives,
      Masking masking)
      implements Detector.Limits {

    public Limits {
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
  public String origin() {
    return "detects an agent that gives similar responses";
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
                "earlier responses of the agent in the same step that are compared; stored for 32 pairs of agent and step, or fewer if above 3 (96 responses in all)")
            .integer("windowSize", 3, 1, 10),
        section
            .about(
                "how responses are compared: by words in common, by edit distance of the first 1,000 characters, or by meaning if words do not decide (responses up to 500 bytes)")
            .oneOf("measure", Measure.JACCARD, Section.all(Measure.class)),
        section
            .about("minimum length of a compared response, in characters")
            .integer("minLength", 0, 0, Section.MANY),
        section.about("how long a response is remembered").kept("window", Duration.ofHours(24)),
        section
            .about("whether responses before a new tool result are not compared")
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
    return body instanceof ResponseProduced || body instanceof UserMessage;
  }

  /** A user message ends the comparison: earlier responses are no longer compared. */
  @Override
  public Finding<ResponseHistory> detect(Observation seen, ResponseHistory history, Limits limits) {
    if (!(seen.event().getBody() instanceof ResponseProduced said)) {
      return Finding.none(Speakers.closed(history, limits.windowSize()));
    }
    if (!limits.enabled() || seen.waiting() || said.getText().length() < limits.minLength()) {
      return Finding.none(history);
    }
    SpokenResponse now = Responses.first(said.getText(), limits, Speakers.mayWait(history), seen);
    if (Responses.isEmpty(now)) {
      return Finding.none(history);
    }
    long id = Hash.of(seen.event().getAgentId(), said.getStep());
    List<SpokenResponse> before = Newest.of(Speakers.said(id, history), limits.windowSize());
    Match match = best(now, before, limits);
    if (match != null) {
      SpokenResponse again = Responses.again(now, match.earlier());
      return Finding.of(
          loop(again, match, said.getText(), limits, seen),
          Speakers.with(id, again, false, history, limits.windowSize()));
    }
    Optional<OpenQuestion> question = SpokenMeanings.question(now, before, limits);
    ResponseHistory after =
        Speakers.with(id, now, question.isPresent(), history, limits.windowSize());
    return question.map(open -> Finding.open(open, after)).orElseGet(() -> Finding.none(after));
  }

  @Override
  public Object body(OpenRequest asked) {
    return new ResponseProduced(asked.getStep(), "");
  }

  @Override
  public boolean waits(MeaningFound found, ResponseHistory history) {
    return Speakers.waits(found, history);
  }

  @Override
  public Finding<ResponseHistory> found(
      MeaningFound found,
      Observation seen,
      ResponseHistory history,
      Limits limits,
      boolean lapses) {
    return SpokenMeanings.found(found, seen, history, limits, lapses);
  }

  /**
   * An earlier response that is similar to a new one.
   *
   * @param similarity their similarity, 0 to 1
   */
  record Match(SpokenResponse earlier, double similarity) {}

  /** The most similar earlier response, the newest of equals; null if none is similar. */
  static @Nullable Match best(SpokenResponse now, List<SpokenResponse> before, Limits limits) {
    Match best = null;
    for (SpokenResponse earlier : before) {
      double similarity =
          isCompared(now, earlier, limits) ? Responses.alike(now, earlier, limits.threshold()) : 0;
      if (similarity > 0 && (best == null || similarity >= best.similarity())) {
        best = new Match(earlier, similarity);
      }
    }
    return best;
  }

  /**
   * Whether two responses are compared: within the window, and without a forgiving new result in
   * between.
   */
  static boolean isCompared(SpokenResponse now, SpokenResponse earlier, Limits limits) {
    long apart = Math.abs(now.getSeen().getAt() - earlier.getSeen().getAt());
    boolean forgiven = limits.newResultForgives() && earlier.getNews() < now.getNews();
    return apart <= limits.window().toMillis() && !forgiven;
  }

  /**
   * Builds the loop that a response closes.
   *
   * @param text its text
   */
  static FoundLoop loop(
      SpokenResponse response, Match match, String text, Limits limits, Observation seen) {
    ResponseProduced said = (ResponseProduced) seen.event().getBody();
    return Loops.closed(
            LoopType.SIMILAR_RESPONSE,
            SeenEvents.chain(
                Responses.first(response),
                match.earlier().getSeen(),
                percent(match) + "% the same as the newest",
                seen.evidence(text)),
            Responses.first(response),
            response.getCostBefore(),
            seen)
        .setIdentity("response " + seen.event().getAgentId() + " " + said.getStep())
        .setOccurrences(response.getAttempts())
        .setAttempts(response.getAttempts())
        .setMeasured(match.similarity())
        .setLimit(limits.threshold())
        .setReason(
            "The response is " + percent(match) + "% similar to an earlier one in the same step")
        .build();
  }

  private static int percent(Match match) {
    return (int) Math.floor(match.similarity() * 100 + 1e-9);
  }
}
