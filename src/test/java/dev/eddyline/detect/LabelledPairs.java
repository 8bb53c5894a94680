package dev.eddyline.detect;

import dev.eddyline.meaning.SentenceModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Labelled pairs of requests, and their similarity by meaning. */
final class LabelledPairs {

  /** Pairs used to develop the rules. */
  static final String MADE_WITH = "pairs.psv";

  /** Pairs not used for development. */
  static final String HELD_OUT = "pairs-held-out.psv";

  /**
   * A pair.
   *
   * @param same whether both ask for the same
   * @param kind how the two differ
   */
  record Pair(boolean same, String kind, String one, String other) {

    /** Their similarity; uses the sentence model if words do not decide. */
    double similarity() {
      Request left = request(one);
      Request right = request(other);
      return RequestMeasure.MEANING.leavesOpen(left, right)
          ? RequestMeasure.MEANING.of(told(left, one), told(right, other))
          : RequestMeasure.MEANING.of(left, right);
    }

    /** Whether the sentence model is needed. */
    boolean isOpen() {
      return RequestMeasure.MEANING.leavesOpen(request(one), request(other));
    }

    /** The cosine of the plain texts by the model only. */
    double plainCosine() {
      SentenceModel model = SentenceModel.shared();
      return model.vector(one).cosine(model.vector(other));
    }
  }

  /**
   * How well a threshold separates the pairs.
   *
   * @param precision share of true positives among predicted positives
   * @param recall share of true positives among actual positives
   */
  record Score(double precision, double recall) {}

  private LabelledPairs() {}

  static List<Pair> read(String file) {
    try (InputStream in = LabelledPairs.class.getResourceAsStream("/meaning/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" \\| "))
          .map(cells -> new Pair(cells[0].equals("same"), cells[1], cells[2], cells[3]))
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The score at a threshold. */
  static Score score(List<Pair> pairs, List<Double> similarities, double threshold) {
    int right = 0;
    int told = 0;
    int same = 0;
    for (int at = 0; at < pairs.size(); at++) {
      boolean above = similarities.get(at) > threshold;
      told += above ? 1 : 0;
      same += pairs.get(at).same() ? 1 : 0;
      right += above && pairs.get(at).same() ? 1 : 0;
    }
    return new Score(told == 0 ? 1 : (double) right / told, (double) right / same);
  }

  private static Request request(String text) {
    return Request.of(
        text, Masking.shipped(), new EventTexts(new Redaction(200, Redaction.SHIPPED_SECRETS)));
  }

  private static Request told(Request request, String text) {
    SentenceVector vector = SentenceModel.shared().vector(CoreText.of(text));
    return new Request(
        request.exact(),
        request.normalized(),
        request.content(),
        true,
        true,
        Optional.of(vector),
        List.of());
  }
}
