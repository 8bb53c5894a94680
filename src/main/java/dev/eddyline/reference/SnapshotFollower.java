package dev.eddyline.reference;

import dev.eddyline.published.Published;
import dev.eddyline.published.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Follows a topic that says something of each workflow; the newest good snapshot stays whatever
 * goes wrong.
 *
 * @param <P> what is published
 * @param <S> a snapshot of all of it
 */
public abstract class SnapshotFollower<P extends Published, S extends Snapshot<P, S>>
    implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SnapshotFollower.class);

  private final Function<ConsumerRecord<byte[], byte[]>, P> records;
  private final Function<P, Map<String, String>> inWords;
  private final ReferenceHistory history = new ReferenceHistory();
  private final ReferenceFollower follower;
  private volatile S snapshot;

  /**
   * A follower that stands still until it is started.
   *
   * @param configured what the configuration says
   * @param records reads a record, or throws what is wrong with it
   * @param inWords what a log tells of a change, by key
   */
  SnapshotFollower(
      S configured,
      Function<ConsumerRecord<byte[], byte[]>, P> records,
      Function<P, Map<String, String>> inWords,
      Function<ReferenceFollower.Reader, ReferenceFollower> follower) {
    snapshot = Objects.requireNonNull(configured, "configured");
    this.records = records;
    this.inWords = inWords;
    this.follower = follower.apply(new Taker());
  }

  /** Before its start: who is told when an error ended the reading. */
  public void whenItEndsByItself(Consumer<Throwable> told) {
    follower.whenItEndsByItself(told);
  }

  /** Starts to read; what is to be done once all that is there now has been read is done once. */
  public void start(Runnable whenRead) {
    follower.start(whenRead);
  }

  /** The newest snapshot: the same object until something changes. */
  public S current() {
    return snapshot;
  }

  /** When what is published was, and what was refused lately. */
  public ReferenceHistory history() {
    return history;
  }

  /** A newer snapshot holds; told on the follower's thread. */
  void changed(S newest) {}

  /** Ends the reading; the snapshot stays as it is. */
  @Override
  public void close() {
    follower.close();
  }

  private final class Taker implements ReferenceFollower.Reader {

    private final List<P> changes = new ArrayList<>();

    @Override
    public void take(ConsumerRecord<byte[], byte[]> record) {
      P change = records.apply(record);
      changes.add(change);
      history.taken(change.workflow(), record.timestamp());
      LoggingEventBuilder log =
          LOG.atInfo()
              .addKeyValue("topic", record.topic())
              .addKeyValue("workflow", change.workflow());
      for (Map.Entry<String, String> word : new TreeMap<>(inWords.apply(change)).entrySet()) {
        log = log.addKeyValue(word.getKey(), word.getValue());
      }
      log.addKeyValue("offset", change.offset()).log("what holds for a workflow was read");
    }

    @Override
    public void refused(ConsumerRecord<byte[], byte[]> record, Throwable reason) {
      history.refused(record, reason);
    }

    @Override
    public void taken() {
      if (!changes.isEmpty()) {
        snapshot = snapshot.with(changes);
        changes.clear();
        changed(snapshot);
      }
    }
  }
}
