package dev.eddyline.reference;

import dev.eddyline.published.ConfigSnapshot;
import dev.eddyline.published.PublishedConfig;
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
 * Follows a topic with one record a workflow; the newest valid snapshot survives all failures.
 *
 * @param <P> a published record
 * @param <S> a snapshot of all records
 */
public abstract class SnapshotFollower<P extends PublishedConfig, S extends ConfigSnapshot<P, S>>
    implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SnapshotFollower.class);

  private final Function<ConsumerRecord<byte[], byte[]>, P> recordReader;
  private final Function<P, Map<String, String>> logFields;
  private final ReferenceHistory history = new ReferenceHistory();
  private final ReferenceFollower follower;
  private volatile S snapshot;

  /**
   * A follower that is not started yet.
   *
   * @param configured the configured snapshot
   * @param recordReader decodes a record, or throws
   * @param logFields key-value pairs for the log of a change
   */
  SnapshotFollower(
      S configured,
      Function<ConsumerRecord<byte[], byte[]>, P> recordReader,
      Function<P, Map<String, String>> logFields,
      Function<ReferenceFollower.RecordHandler, ReferenceFollower> follower) {
    snapshot = Objects.requireNonNull(configured, "configured");
    this.recordReader = recordReader;
    this.logFields = logFields;
    this.follower = follower.apply(new SnapshotReader());
  }

  /** Before the start: sets the handler of an error that ends the thread. */
  public void setFailureHandler(Consumer<Throwable> handler) {
    follower.setFailureHandler(handler);
  }

  /** Starts reading; the callback runs once, when all existing records are read. */
  public void start(Runnable whenRead) {
    follower.start(whenRead);
  }

  /** The newest snapshot: the same object until a record changes it. */
  public S current() {
    return snapshot;
  }

  /** Publication times and recently rejected records. */
  public ReferenceHistory history() {
    return history;
  }

  /** Called on the follower's thread when there is a newer snapshot. */
  void onNewSnapshot(S newest) {}

  /** Ends reading; the snapshot remains. */
  @Override
  public void close() {
    follower.close();
  }

  private final class SnapshotReader implements ReferenceFollower.RecordHandler {

    private final List<P> changes = new ArrayList<>();

    @Override
    public void accept(ConsumerRecord<byte[], byte[]> record) {
      P change = recordReader.apply(record);
      changes.add(change);
      history.recordAccepted(change.workflow(), record.timestamp());
      LoggingEventBuilder log =
          LOG.atInfo()
              .addKeyValue("topic", record.topic())
              .addKeyValue("workflow", change.workflow());
      for (Map.Entry<String, String> field : new TreeMap<>(logFields.apply(change)).entrySet()) {
        log = log.addKeyValue(field.getKey(), field.getValue());
      }
      log.addKeyValue("offset", change.offset()).log("config record read");
    }

    @Override
    public void onRecordRejected(ConsumerRecord<byte[], byte[]> record, Throwable reason) {
      history.rejected(record, reason);
    }

    @Override
    public void onBatchEnd() {
      if (!changes.isEmpty()) {
        snapshot = snapshot.withChanges(changes);
        changes.clear();
        onNewSnapshot(snapshot);
      }
    }
  }
}
