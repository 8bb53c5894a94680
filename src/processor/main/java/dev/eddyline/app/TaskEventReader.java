package dev.eddyline.app;

import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.engine.RecordEvents;
import dev.eddyline.inputs.EventDeserializer;
import dev.eddyline.inputs.EventFormat;
import dev.eddyline.inputs.EventValue;
import dev.eddyline.inputs.RecordOrigin;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.TaskQueries;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads the committed events of one task from its home partition, and those of its root with the
 * decisions at the root's gate. Each of these partitions is read from its beginning.
 */
public final class TaskEventReader {

  /** Limits in a process of its own. */
  public static final Limits LIMITS_OF_COMMAND = new Limits(10_000, 64_000_000);

  /** Limits in a running processor, which needs its memory for its tasks. */
  public static final Limits LIMITS_OF_PROCESSOR = new Limits(2_000, 8_000_000);

  private final Settings settings;
  private final TopicCatalogue topics;
  private final int partitions;
  private final EventDeserializer values;
  private final Limits limits;

  /**
   * Limits of what is read of a task, of its root, and of the root's decisions; the newest records
   * are returned.
   *
   * @param records maximum records
   * @param bytes maximum bytes of their values
   */
  public record Limits(int records, long bytes) {}

  /**
   * A record with its events.
   *
   * @param key its key: the task or its root
   * @param at its time
   * @param events its events; none if it is unreadable
   * @param rejection why it is unreadable
   */
  public record TaskRecord(
      String key, Instant at, List<AgentEvent> events, Optional<String> rejection) {

    public TaskRecord {
      events = List.copyOf(events);
    }
  }

  /**
   * The records of a task.
   *
   * @param records in the order of their times; those of a partition in its order
   * @param isOfTaskFound whether any of them has the task's key
   * @param isLimited whether older records were left out
   * @param leftOutWorkflow the workflow that those of the task named last
   */
  public record TaskRecords(
      List<TaskRecord> records,
      boolean isOfTaskFound,
      boolean isLimited,
      Optional<String> leftOutWorkflow) {

    public TaskRecords {
      records = List.copyOf(records);
    }
  }

  /**
   * A reader of the cluster that the settings name.
   *
   * @param partitions partition count of the inputs
   * @param registry closed by the caller
   */
  public TaskEventReader(
      Settings settings,
      TopicCatalogue topics,
      int partitions,
      SchemaRegistry registry,
      Limits limits) {
    this.settings = settings;
    this.topics = topics;
    this.partitions = partitions;
    this.limits = limits;
    values =
        new EventDeserializer(
            registry, EventFormat.parseSetting(settings.get(Setting.EVENTS_FORMATS)));
  }

  /** The partition that the records of a task are on. */
  public int homePartition(String taskId) {
    return TaskQueries.homePartition(taskId, partitions);
  }

  /**
   * Reads the records of a task.
   *
   * @throws ClusterUnreachableException when they cannot be read
   */
  public TaskRecords read(String taskId) {
    try (CommittedRecordReader reader = new CommittedRecordReader(settings)) {
      Reading reading = new Reading(reader);
      TaskNames names = new TaskNames(taskId);
      List<TaskRecord> records =
          new ArrayList<>(
              reading.read(
                  TopicRole.AGENT_EVENTS, taskId, leftOut -> names.add(decode(leftOut, taskId))));
      boolean isFound = !records.isEmpty();
      Optional<String> leftOutWorkflow = Optional.ofNullable(names.workflow);
      records.forEach(names::add);
      if (!names.root.equals(taskId)) {
        records.addAll(reading.read(TopicRole.AGENT_EVENTS, names.root, leftOut -> {}));
      }
      records.addAll(reading.read(TopicRole.GATE_DECISIONS, names.root, leftOut -> {}));
      records.sort(Comparator.comparing(TaskRecord::at));
      return new TaskRecords(records, isFound, reading.isLimited, leftOutWorkflow);
    } catch (KafkaException unreadable) {
      throw new ClusterUnreachableException(
          "%s: %s"
              .formatted(
                  topics.name(TopicRole.AGENT_EVENTS), ErasedStateProbe.obstacle(unreadable)),
          unreadable);
    }
  }

  /** The root and workflow that the events of a task named last; without a root the task itself. */
  private static final class TaskNames {
    private final String taskId;
    private String root;
    private String workflow;

    TaskNames(String taskId) {
      this.taskId = taskId;
      root = taskId;
    }

    void add(TaskRecord record) {
      for (AgentEvent event : record.events()) {
        if (event.getTaskId().equals(taskId)) {
          root = event.getRootTaskId() == null ? root : event.getRootTaskId();
          workflow = event.getWorkflow() == null ? workflow : event.getWorkflow();
        }
      }
    }
  }

  /** The state of one reading. */
  private final class Reading {
    private final CommittedRecordReader reader;
    private boolean isLimited;

    Reading(CommittedRecordReader reader) {
      this.reader = reader;
    }

    /**
     * The newest records with this key; their times never go back.
     *
     * @param leftOut receives the older ones
     */
    List<TaskRecord> read(
        TopicRole role, String key, Consumer<ConsumerRecord<byte[], byte[]>> leftOut) {
      TopicPartition partition = new TopicPartition(topics.name(role), homePartition(key));
      Deque<ConsumerRecord<byte[], byte[]>> newest = new ArrayDeque<>();
      long[] bytes = {0};
      reader.readAll(
          partition,
          record -> {
            if (hasKey(record, key)) {
              newest.add(record);
              bytes[0] += Math.max(0, record.serializedValueSize());
            }
            while (newest.size() > limits.records() || bytes[0] > limits.bytes()) {
              ConsumerRecord<byte[], byte[]> oldest = newest.remove();
              bytes[0] -= Math.max(0, oldest.serializedValueSize());
              leftOut.accept(oldest);
              isLimited = true;
            }
          });
      List<TaskRecord> records = new ArrayList<>(newest.size());
      long time = 0;
      for (ConsumerRecord<byte[], byte[]> record : newest) {
        time = Math.max(time, record.timestamp());
        records.add(decode(record, key, Instant.ofEpochMilli(time)));
      }
      return records;
    }
  }

  private static boolean hasKey(ConsumerRecord<byte[], byte[]> record, String key) {
    return record.key() != null && key.equals(new String(record.key(), StandardCharsets.UTF_8));
  }

  private TaskRecord decode(ConsumerRecord<byte[], byte[]> record, String key) {
    return decode(record, key, Instant.ofEpochMilli(record.timestamp()));
  }

  private TaskRecord decode(ConsumerRecord<byte[], byte[]> record, String key, Instant at) {
    try {
      EventValue value = values.deserialize(record.topic(), record.headers(), record.value());
      if (value == null) {
        return new TaskRecord(key, at, List.of(), Optional.of("value is required, was null"));
      }
      RecordEvents all =
          value.completeFrom(
              new RecordOrigin(
                  key, record.topic(), record.partition(), record.offset(), record.timestamp()));
      List<AgentEvent> events = new ArrayList<>(2);
      events.add(all.event());
      all.result().ifPresent(events::add);
      return new TaskRecord(key, at, events, Optional.empty());
    } catch (RegistryUnavailableException notTheRecord) {
      throw notTheRecord;
    } catch (RuntimeException invalid) {
      return new TaskRecord(key, at, List.of(), Optional.of(String.valueOf(invalid.getMessage())));
    }
  }
}
