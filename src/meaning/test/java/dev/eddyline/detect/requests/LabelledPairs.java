package dev.eddyline.detect.requests;

import dev.eddyline.detect.api.EventTexts;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.detect.similarity.CoreText;
import dev.eddyline.detect.similarity.SentenceVector;
import dev.eddyline.meaning.model.SentenceModel;
import dev.eddyline.text.Masking;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Labelled pairs of requests, and their similarity by meaning. */
final class LabelledPairs {

  /** Pairs used to develop the rules. */
  static final String TRAINING_SET_FILE = "pairs.psv";

  /** Pairs not used for development. */
  static final String TEST_SET_FILE = "pairs-held-out.psv";

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
      return RequestMeasure.MEANING.needsSentenceModel(left, right)
          ? RequestMeasure.MEANING.similarity(withVector(left, one), withVector(right, other))
          : RequestMeasure.MEANING.similarity(left, right);
    }

    /** Whether the sentence model is needed. */
    boolean needsSentenceModel() {
      return RequestMeasure.MEANING.needsSentenceModel(request(one), request(other));
    }

    /** The cosine of the plain texts by the model only. */
    double plainCosine() {
      SentenceModel model = SentenceModel.shared();
      return model.encode(one).cosine(model.encode(other));
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
    int predictedSame = 0;
    int same = 0;
    for (int at = 0; at < pairs.size(); at++) {
      boolean above = similarities.get(at) > threshold;
      predictedSame += above ? 1 : 0;
      same += pairs.get(at).same() ? 1 : 0;
      right += above && pairs.get(at).same() ? 1 : 0;
    }
    return new Score(
        predictedSame == 0 ? 1 : (double) right / predictedSame, (double) right / same);
  }

  /** A request in the form for comparison, under the shipped rules. */
  static Request request(String text) {
    return Request.of(
        text, Masking.shipped(), new EventTexts(new Redaction(200, Redaction.SHIPPED_SECRETS)));
  }

  private static Request withVector(Request request, String text) {
    SentenceVector vector = SentenceModel.shared().encode(CoreText.extractCoreText(text));
    return new Request(
        request.exactHash(),
        request.normalizedHash(),
        request.contentWords(),
        true,
        true,
        Optional.of(vector),
        List.of());
  }
}
