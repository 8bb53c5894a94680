package dev.eddyline.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.DecisionReceipt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Scans of a topic of receipts. */
class ReceiptScanTest {

  private static final long NOW = 1_800_000_000_000L;
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private final ReceiptTopic topic = new ReceiptTopic(3);

  private static List<Long> timesOf(ReceiptScan scan, int most) {
    List<Long> times = new ArrayList<>();
    while (times.size() < most && !scan.isFinished()) {
      scan.next().map(it -> it.getDecidedAt().toEpochMilli()).ifPresent(times::add);
    }
    return times;
  }

  private ReceiptScan scan(Optional<Long> from, Optional<Long> to) {
    return topic.reader().scan(from, to, Optional.empty());
  }

  private List<Long> addMany(int receipts) {
    Random random = new Random(7);
    List<Long> times = new ArrayList<>();
    for (int i = 0; i < receipts; i++) {
      times.add(NOW + i);
      // one partition has most of them
      int partition = random.nextInt(10) < 8 ? 1 : random.nextInt(3);
      topic.add(partition, ReceiptTopic.receipt("t" + i, NOW + i).build());
    }
    times.sort(Comparator.reverseOrder());
    return times;
  }

  @Test
  void mergesPartitionsNewestFirst() {
    // Given
    List<Long> newestFirst = addMany(5_000);

    // When
    try (ReceiptScan scan = scan(Optional.empty(), Optional.empty())) {
      // Then
      assertThat(timesOf(scan, Integer.MAX_VALUE)).isEqualTo(newestFirst);
      assertThat(scan.recordsRead()).isEqualTo(5_000);
    }
  }

  @Test
  void positionContinuesWithoutGapOrDuplicate() {
    // Given
    List<Long> newestFirst = addMany(600);
    List<Long> found = new ArrayList<>();
    Optional<ScanPosition> position = Optional.empty();

    // When
    for (int page = 0; page < 100; page++) {
      try (ReceiptScan scan = topic.reader().scan(Optional.empty(), Optional.empty(), position)) {
        found.addAll(timesOf(scan, 37));
        position = Optional.of(ScanPosition.parse(scan.position().encode()));
      }
      // newer receipts do not shift the following pages
      topic.add(0, ReceiptTopic.receipt("new", NOW + DAY + page).build());
    }

    // Then
    assertThat(found).isEqualTo(newestFirst);
  }

  @Test
  void firstPageReadsOnlyTheNewestRecords() {
    // Given
    addMany(5_000);

    // When
    try (ReceiptScan scan = scan(Optional.empty(), Optional.empty())) {
      timesOf(scan, 100);

      // Then
      assertThat(scan.recordsRead()).isLessThan(500);
    }
  }

  @Test
  void timesLimitWhatIsReadOrDecoded() {
    // Given
    for (int day = 0; day < 60; day++) {
      topic.add(day % 3, ReceiptTopic.receipt("t" + day, NOW + day * DAY).build());
    }

    // When
    try (ReceiptScan scan = scan(Optional.of(NOW + 40 * DAY), Optional.of(NOW + 50 * DAY))) {
      List<Long> times = timesOf(scan, Integer.MAX_VALUE);

      // Then: decisions may wait for days before they are processed
      assertThat(times).doesNotHaveDuplicates().contains(NOW + 40 * DAY, NOW + 49 * DAY);
      assertThat(times).allMatch(time -> time >= NOW + 33 * DAY && time <= NOW + 50 * DAY);
    }
  }

  @Test
  void scanOfOldTimesDoesNotReadWhatFollows() {
    // Given
    for (int i = 0; i < 3_000; i++) {
      topic.add(i % 3, ReceiptTopic.receipt("t" + i, NOW + i * MINUTE).build());
    }

    // When
    try (ReceiptScan scan = scan(Optional.empty(), Optional.of(NOW + 90 * MINUTE))) {
      List<Long> times = timesOf(scan, Integer.MAX_VALUE);

      // Then
      assertThat(times)
          .contains(NOW, NOW + 89 * MINUTE)
          .allMatch(time -> time < NOW + 100 * MINUTE);
      assertThat(scan.recordsRead()).isLessThan(110);
    }
  }

  @Test
  void timestampInTheFutureHidesNoReceipt() {
    // Given: a sender chooses the timestamp of a decision
    topic.add(0, NOW + 100 * DAY, ReceiptTopic.receipt("future", NOW).build());
    topic.add(0, ReceiptTopic.receipt("next", NOW + 1).build());
    topic.add(0, ReceiptTopic.receipt("last", NOW + 50 * DAY).build());

    // When
    try (ReceiptScan scan = scan(Optional.empty(), Optional.of(NOW + 2 * DAY))) {
      // Then
      assertThat(timesOf(scan, 10)).contains(NOW, NOW + 1);
    }
  }

  @Test
  void findsReceiptOfDecisionThatWaited() {
    // Given
    DecisionReceipt late = ReceiptTopic.receipt("late", NOW + 5 * DAY).build();
    topic.add(0, NOW, late);
    topic.add(0, ReceiptTopic.receipt("next", NOW + 6 * DAY).build());

    // When
    try (ReceiptScan scan = scan(Optional.of(NOW + 5 * DAY), Optional.empty())) {
      // Then
      assertThat(timesOf(scan, 10)).containsExactly(NOW + 6 * DAY, NOW + 5 * DAY);
    }
  }

  @Test
  void skipsUnreadableRecords() {
    // Given
    topic.add(0, ReceiptTopic.receipt("a", NOW).build());
    topic.addBytes(0, NOW + 1, new byte[] {1, 2, 3});
    topic.add(0, ReceiptTopic.receipt("b", NOW + 2).build());

    // When
    try (ReceiptScan scan = scan(Optional.empty(), Optional.empty())) {
      // Then
      assertThat(timesOf(scan, 10)).containsExactly(NOW + 2, NOW);
    }
  }

  @Test
  void emptyTopicIsFinishedAtOnce() {
    try (ReceiptScan scan = scan(Optional.of(NOW), Optional.empty())) {
      assertThat(scan.isFinished()).isTrue();
      assertThat(scan.next()).isEmpty();
    }
  }

  @Test
  void positionBeyondTheEndBeginsAtTheEnd() {
    // Given
    topic.add(0, ReceiptTopic.receipt("a", NOW).build());

    // When
    try (ReceiptScan scan =
        topic
            .reader()
            .scan(
                Optional.empty(),
                Optional.empty(),
                Optional.of(new ScanPosition(List.of(Long.MAX_VALUE))))) {
      // Then
      assertThat(timesOf(scan, 10)).containsExactly(NOW);
    }
  }
}
