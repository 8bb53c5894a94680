package dev.eddyline.detect;

import dev.eddyline.detect.SimilarResponse.Limits;
import dev.eddyline.detect.SimilarResponse.Match;
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
final class SpokenMeanings {

  private SpokenMeanings() {}

  /** The question for a response that matches no earlier one by its words. */
  static Optional<OpenQuestion> question(
      SpokenResponse now, List<SpokenResponse> before, Limits limits) {
    List<RequestText> texts = new ArrayList<>();
    boolean open = false;
    for (SpokenResponse earlier : before) {
      if (SimilarResponse.isCompared(now, earlier, limits) && Responses.leavesOpen(now, earlier)) {
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
        new OpenQuestion(SimilarResponse.KEY, now.getMeaning().getExact(), "", List.of(), texts));
  }

  private static RequestText text(SpokenMeaning meaning) {
    return new RequestText(meaning.getExact(), meaning.getText());
  }

  /**
   * The pending response.
   *
   * @param before earlier responses of the same agent and step, oldest first
   */
  private record Waiting(SpokenResponse response, List<SpokenResponse> before) {}

  /** Implements {@link RuleByMeaning#found}. */
  @SuppressWarnings("ReferenceEquality") // identity of the response
  static Finding<ResponseHistory> found(
      MeaningFound found,
      Observation seen,
      ResponseHistory history,
      Limits limits,
      boolean lapses) {
    if (!Speakers.waits(found, history)) {
      return Finding.none(history);
    }
    ResponseHistory known = told(found, history);
    Match match = null;
    Waiting waiting = waiting(found, known);
    if (limits.enabled() && waiting != null) {
      List<SpokenResponse> compared = Newest.of(waiting.before(), limits.windowSize());
      match = SimilarResponse.best(waiting.response(), compared, limits);
    }
    if (waiting == null || match == null) {
      return Finding.none(settled(found, known, limits));
    }
    SpokenResponse response = waiting.response();
    SpokenResponse again = Responses.again(response, match.earlier());
    ResponseHistory chained =
        Speakers.each(known, said -> said == response ? again : followed(said, response, again));
    ResponseHistory after = settled(found, chained, limits);
    SpokenMeaning meaning = response.getMeaning();
    if (lapses && seen.signs().getProgress() > meaning.getProgress()) {
      return Finding.forgiven(SignsOfLife.reason(seen.signs()), after);
    }
    return Finding.of(SimilarResponse.loop(again, match, meaning.getText(), limits, seen), after);
  }

  private static @Nullable Waiting waiting(MeaningFound found, ResponseHistory history) {
    for (Speaker speaker : history.getSpeakers()) {
      List<SpokenResponse> all = speaker.getResponses();
      for (int at = 0; at < all.size(); at++) {
        SpokenResponse said = all.get(at);
        if (isOf(said, found) && said.getMeaning() != null && said.getMeaning().getText() != null) {
          return new Waiting(said, all.subList(0, at));
        }
      }
    }
    return null;
  }

  private static boolean isOf(SpokenResponse said, MeaningFound found) {
    return said.getSeen().getEventId().equals(found.getEventId());
  }

  /** Updates later responses of the series to its new first response. */
  private static SpokenResponse followed(
      SpokenResponse said, SpokenResponse response, SpokenResponse again) {
    SeenEvent first = said.getFirst();
    return first != null && first.equals(response.getSeen()) ? Responses.since(said, again) : said;
  }

  /** Adds the vectors to all stored responses with these texts. */
  private static ResponseHistory told(MeaningFound found, ResponseHistory history) {
    Map<Long, ByteBuffer> vectors = new HashMap<>();
    for (RequestVector told : found.getVectors()) {
      if (told.getVector().hasRemaining()) {
        vectors.put(told.getExact(), told.getVector());
      }
    }
    return Speakers.each(
        history,
        said -> {
          SpokenMeaning meaning = said.getMeaning();
          ByteBuffer vector = meaning == null ? null : vectors.get(meaning.getExact());
          return vector != null && meaning.getText() != null
              ? Responses.told(said, vector, isWaiting(said, history) ? meaning.getText() : null)
              : said;
        });
  }

  private static boolean isWaiting(SpokenResponse said, ResponseHistory history) {
    return history.getWaiting().contains(said.getSeen().getEventId());
  }

  /** The response is no longer pending; drops its text. */
  private static ResponseHistory settled(
      MeaningFound found, ResponseHistory history, Limits limits) {
    ResponseHistory told =
        Speakers.each(
            history,
            said -> {
              SpokenMeaning meaning = said.getMeaning();
              boolean known = meaning != null && meaning.getVector() != null && isOf(said, found);
              return known ? Responses.told(said, meaning.getVector(), null) : said;
            });
    return Speakers.without(found, told, limits.windowSize());
  }
}
