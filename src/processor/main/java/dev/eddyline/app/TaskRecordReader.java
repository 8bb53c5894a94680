package dev.eddyline.app;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.cluster.KafkaClients;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.state.TaskState;
import dev.eddyline.topology.TaskQueries;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/** Reads the record of a task from the changelog, whether the processor runs or not. */
public final class TaskRecordReader {

  private final Settings settings;
  private final String changelog;

  /** A reader for the application of these settings. */
  public TaskRecordReader(Settings settings) {
    this.settings = settings;
    changelog =
        "%s-%s-changelog".formatted(settings.get(Setting.APPLICATION_ID), TaskQueries.TASK_STORE);
  }

  /** The changelog topic. */
  public String changelog() {
    return changelog;
  }

  /**
   * The newest committed record of a task, expired or not.
   *
   * @return its content as JSON; empty if the changelog has none
   * @throws ClusterUnreachableException when the changelog cannot be read
   */
  public Optional<ObjectNode> read(String taskId) {
    byte[] key = taskId.getBytes(StandardCharsets.UTF_8);
    Newest newest = new Newest();
    Map<String, Object> config = Application.admin(settings);
    try (Admin admin = KafkaClients.create(config, () -> Admin.create(config));
        CommittedRecordReader reader = new CommittedRecordReader(settings)) {
      int partitions =
          admin
              .describeTopics(List.of(changelog))
              .allTopicNames()
              .get()
              .get(changelog)
              .partitions()
              .size();
      TopicPartition home =
          new TopicPartition(changelog, TaskQueries.homePartition(taskId, partitions));
      reader.readAll(home, record -> newest.take(record.key(), record.value(), key));
    } catch (ExecutionException | KafkaException unreadable) {
      throw new ClusterUnreachableException(
          "%s: %s".formatted(changelog, ErasedStateProbe.obstacle(unreadable)), unreadable);
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
    return Optional.ofNullable(newest.value).map(TaskState::of).map(TaskRecordJson::of);
  }

  /** The record of a key in its newest window. */
  private static final class Newest {

    private long window = Long.MIN_VALUE;
    private byte[] value;

    void take(byte[] stored, byte[] record, byte[] key) {
      int length = stored.length - ErasedStateProbe.WINDOW_BYTES;
      if (length != key.length || !Arrays.equals(stored, 0, length, key, 0, length)) {
        return;
      }
      long begin = ByteBuffer.wrap(stored).getLong(length);
      if (begin >= window) {
        window = begin;
        value = record;
      }
    }
  }
}
