package dev.eddyline.console.view;

import dev.eddyline.access.TaskScope;
import dev.eddyline.erasure.NameMatcher;
import dev.eddyline.outputs.DeadLetter;
import dev.eddyline.outputs.DeadLetterReader;
import dev.eddyline.outputs.TopicFollower;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.text.Hash;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The newest dead letters, with their causes. Thread-safe. */
public final class DeadLetterStore implements OutputView.ViewListener {

  /** Maximum of stored dead letters. */
  public static final int MAX_PROBLEMS = 5_000;

  /** What differs between records with the same problem: quoted texts and numbers. */
  private static final Pattern VOLATILE =
      Pattern.compile("'[^']*'|0x[0-9a-f]+|[0-9]+(?:\\.[0-9]+)?");

  /**
   * A dead letter and its cause.
   *
   * @param cause the same for dead letters with the same topic, client, kind and, apart from quoted
   *     texts and numbers, the same reason
   */
  public record Problem(DeadLetter letter, String cause) {

    static Problem of(DeadLetter letter) {
      String reason = VOLATILE.matcher(letter.reason()).replaceAll("#");
      return new Problem(
          letter,
          Hash.id(
              Objects.toString(letter.topic(), ""),
              Objects.toString(letter.part().agentId(), ""),
              letter.kind().name(),
              reason));
    }
  }

  /** Receives the records of the dead-letter topic on the follower's thread. */
  private final class Listener implements TopicFollower.Listener {

    private final DeadLetterReader reader;

    private Listener(SchemaRegistry registry) {
      reader = new DeadLetterReader(registry);
    }

    @Override
    public void onRecords(Iterable<ConsumerRecord<byte[], byte[]>> records) {
      List<DeadLetter> letters = new ArrayList<>();
      records.forEach(record -> letters.add(reader.read(record)));
      letters.forEach(DeadLetterStore.this::add);
    }

    @Override
    public void onCaughtUpChanged(boolean now) {
      markCaughtUp(now);
    }
  }

  private final Deque<Problem> newestFirst = new ArrayDeque<>();
  private boolean isCaughtUp;
  private long newestRemovedAt = Long.MIN_VALUE;

  /**
   * Starts to read the dead letters of the last 48 hours, and those that follow.
   *
   * @param config consumer configuration, including the brokers' addresses
   * @param registry the caller closes it after the follower
   * @param topic the dead-letter topic
   */
  public TopicFollower follow(Map<String, Object> config, SchemaRegistry registry, String topic) {
    return new TopicFollower(
        "dead-letters",
        config,
        Map.of(topic, Optional.of(HourlyTotals.RETENTION)),
        new Listener(registry));
  }

  /** Adds a dead letter, and removes the oldest one if there are too many. */
  public synchronized void add(DeadLetter letter) {
    newestFirst.addFirst(Problem.of(letter));
    if (newestFirst.size() > MAX_PROBLEMS) {
      newestRemovedAt = Math.max(newestRemovedAt, newestFirst.removeLast().letter().at());
    }
  }

  /**
   * Removes older dead letters that mention the task, as the erasure removes them from the topic.
   */
  @Override
  public synchronized void onTaskErased(OutputEntry erasure) {
    NameMatcher task = new NameMatcher(erasure.rootTaskId());
    newestFirst.removeIf(
        problem -> {
          DeadLetter letter = problem.letter();
          return letter.at() <= erasure.at()
              && Stream.of(letter.key(), letter.reason(), letter.part().taskId())
                  .anyMatch(text -> text != null && task.isIn(text));
        });
  }

  /** Marks whether all dead letters were read that existed at the start. */
  synchronized void markCaughtUp(boolean now) {
    isCaughtUp = now;
  }

  /** Whether all dead letters were read that existed at the start. */
  public synchronized boolean isCaughtUp() {
    return isCaughtUp;
  }

  /** Whether dead letters of this time or newer were removed, so that counts are too low. */
  public synchronized boolean isIncompleteSince(long since) {
    return newestRemovedAt >= since;
  }

  /**
   * What a scope covers, newest first. A caller who may not see all tasks sees only records whose
   * task could be decoded.
   *
   * @param since epoch milliseconds; older ones are omitted
   */
  public synchronized List<Problem> covered(TaskScope scope, long since) {
    return newestFirst.stream()
        .filter(it -> it.letter().at() >= since)
        .filter(it -> scope.isAll() || isCovered(it.letter().part(), scope))
        .toList();
  }

  private static boolean isCovered(DeadLetter.Part part, TaskScope scope) {
    return part.taskId() != null && scope.covers(part.taskId(), part.workflow());
  }
}
