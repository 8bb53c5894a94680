package dev.eddyline.detect.similarity;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sentence model on the class path, which is optional. */
public final class InstalledModel {

  private static final Logger LOG = LoggerFactory.getLogger(InstalledModel.class);

  private InstalledModel() {}

  /** Lazy holder: the log has one line at most. */
  private static final class Holder {
    static final SentenceEncoder MODEL =
        SentenceEncoder.installed().orElseGet(InstalledModel::withoutVectors);
  }

  /** The model of the process; without one, no text has a vector. */
  public static SentenceEncoder get() {
    return Holder.MODEL;
  }

  /** The same, for one thread: a text that it fails on at once has no vector. */
  public static SentenceEncoder faultTolerant() {
    return new FaultTolerantModel(get(), pause -> {}, () -> {});
  }

  private static SentenceEncoder withoutVectors() {
    LOG.warn("no sentence model on the class path: texts are compared by words only");
    return text -> Optional.empty();
  }
}
