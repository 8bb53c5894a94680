package dev.eddyline.meaning;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.detect.SentenceVector;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The sentence model all-MiniLM-L6-v2 with weights of one byte each, which runs within the process.
 * One for all threads; each text is computed by itself and by one thread, so that on one machine
 * the same text always gets the same vector, whatever is asked beside it.
 */
public final class SentenceModel implements SentenceEncoder {

  private static final String WEIGHTS = "/all-minilm-l6-v2-q.onnx";
  private static final String TOKENIZER = "/all-minilm-l6-v2-q-tokenizer.json";

  private final OrtEnvironment environment;
  private final OrtSession session;
  private final WordPieces pieces;

  private SentenceModel() {
    try {
      pieces = WordPieces.of(new ObjectMapper().readTree(resource(TOKENIZER)));
      environment = LastingEnvironment.get();
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

  /** Held apart: the model takes 80 MB, and is loaded when it is first asked. */
  private static final class Holder {
    static final SentenceModel MODEL = new SentenceModel();
  }

  /** The one model of the process; loaded by the first call, which takes a second. */
  public static SentenceModel shared() {
    return Holder.MODEL;
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = SentenceModel.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(
            "%s is missing on the class path: the jar that carries the sentence model"
                .formatted(name.substring(1)));
      }
      return in.readAllBytes();
    }
  }

  @Override
  public SentenceVector vector(String text) {
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
