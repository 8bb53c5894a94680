package dev.eddyline.meaning.model;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.detect.similarity.SentenceEncoder;
import dev.eddyline.detect.similarity.SentenceVector;
import dev.eddyline.language.Language;
import dev.eddyline.language.LanguageDetector;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The in-process sentence model all-MiniLM-L6-v2, quantized to one byte per weight. Thread-safe.
 * Each text is computed separately by one thread, so that vectors on one machine are reproducible.
 */
public final class SentenceModel implements SentenceEncoder {

  private static final String WEIGHTS = "/all-minilm-l6-v2-q.onnx";
  private static final String TOKENIZER = "/all-minilm-l6-v2-q-tokenizer.json";

  /**
   * Share of known words below which a text is in a language without a vocabulary. It is low, since
   * texts have identifiers too.
   */
  private static final double MIN_KNOWN_SHARE = 0.35;

  private final OrtEnvironment environment;
  private final OrtSession session;
  private final WordPieces pieces;

  private SentenceModel() {
    try {
      pieces = WordPieces.of(new ObjectMapper().readTree(resource(TOKENIZER)));
      environment = OrtEnvironmentHolder.get();
      try (SessionOptions options = new SessionOptions()) {
        options.setIntraOpNumThreads(1);
        options.setInterOpNumThreads(1);
        session = environment.createSession(resource(WEIGHTS), options);
      }
    } catch (OrtException | IOException unusable) {
      throw new IllegalStateException(
          "the sentence model cannot be run here: " + unusable.getMessage(), unusable);
    }
  }

  /** Lazy holder: the model takes 80 MB and is loaded on first use. */
  private static final class Holder {
    static final SentenceModel MODEL = new SentenceModel();
  }

  /** The shared model of the process; the first call loads it, which takes a second. */
  public static SentenceModel shared() {
    return Holder.MODEL;
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = SentenceModel.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(
            "%s is missing on the class path: add the jar of the sentence model"
                .formatted(name.substring(1)));
      }
      return in.readAllBytes();
    }
  }

  @Override
  public Optional<SentenceVector> vector(String text) {
    boolean knows =
        LanguageDetector.languageOf(text) == Language.ENGLISH
            && pieces.knownShare(text) >= MIN_KNOWN_SHARE;
    return knows ? Optional.of(encode(text)) : Optional.empty();
  }

  /** The vector of a text in any language; only that of an English one has a meaning. */
  public SentenceVector encode(String text) {
    long[][] tokens = {pieces.of(text)};
    long[][] mask = {new long[tokens[0].length]};
    Arrays.fill(mask[0], 1);
    long[][] types = {new long[tokens[0].length]};
    Map<String, long[][]> all =
        Map.of("input_ids", tokens, "attention_mask", mask, "token_type_ids", types);
    Map<String, OnnxTensor> inputs = new HashMap<>();
    try {
      for (String name : session.getInputNames()) {
        inputs.put(name, OnnxTensor.createTensor(environment, all.get(name)));
      }
      try (OrtSession.Result result = session.run(inputs)) {
        float[][][] states = (float[][][]) result.get(0).getValue();
        return SentenceVector.of(mean(states[0]));
      }
    } catch (OrtException failed) {
      throw new IllegalStateException("the sentence model failed: " + failed.getMessage(), failed);
    } finally {
      inputs.values().forEach(OnnxTensor::close);
    }
  }

  private static float[] mean(float[][] states) {
    float[] mean = new float[states[0].length];
    for (float[] state : states) {
      for (int at = 0; at < mean.length; at++) {
        mean[at] += state[at] / states.length;
      }
    }
    return mean;
  }
}
