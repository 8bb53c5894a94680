package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.state.TaskState;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Which events a task knows, and which come too late to be known. */
@Tag(TestTags.TRIES)
class RecentEventsTest {

  /** The same said plainly: a list of ids and times, and the newest time that had to leave. */
  private static final class Plain {

    private record Seen(String id, long at) {}

    private final List<Seen> seen = new ArrayList<>();
    private long evictedAt = Long.MIN_VALUE;

    boolean knows(String id) {
      return seen.stream().anyMatch(it -> it.id().equals(id));
    }

    boolean isLate(long at) {
      return at < evictedAt
          || at == evictedAt && seen.stream().noneMatch(it -> it.at() <= evictedAt);
    }

    void add(String id, long at) {
      int place = (int) seen.stream().filter(it -> it.at() <= at).count();
      seen.add(place, new Seen(id, at));
      long oldest = seen.get(0).at();
      int asOld = (int) seen.stream().filter(it -> it.at() == oldest).count();
      boolean allAtOnce = asOld == seen.size();
      int leaving = allAtOnce ? 1 : asOld;
      if (seen.size() > (allAtOnce ? RecentEvents.MAX_SAME_TIME : RecentEvents.MAX)) {
        seen.subList(0, leaving).clear();
        evictedAt = Math.max(evictedAt, oldest);
      }
    }
  }

  private static RecentEvents before(String id, long at, TaskState state) {
    AgentEvent event = new AgentEvent();
    event.setEventId(id);
    event.setBody(new UserMessage("hello"));
    return RecentEvents.loadIdsOfEventKind(event, at, state);
  }

  private static void comparedWithPlain(List<Long> times, List<Integer> ids) {
    Plain plain = new Plain();
    TaskState state = new TaskState();
    for (int i = 0; i < times.size(); i++) {
      String id = "e" + ids.get(i % ids.size()) * (i + 1);
      long at = times.get(i);
      RecentEvents recent = before(id, at, state);

      assertThat(recent.isDuplicate()).isEqualTo(plain.knows(id));
      assertThat(recent.isLate()).isEqualTo(plain.isLate(at));
      assertThat(state.getEvictedAt())
          .isEqualTo(plain.evictedAt == Long.MIN_VALUE ? null : (Long) plain.evictedAt);

      if (!recent.isDuplicate() && !recent.isLate()) {
        recent.saveIds(state);
        plain.add(id, at);
      }
    }
  }

  @Property
  void theyAreThoseThatAPlainListHolds(
      @ForAll @Size(max = 200) List<@IntRange(min = -40, max = 40) Integer> times,
      @ForAll @Size(min = 1, max = 5) List<@IntRange(min = 0, max = 9) Integer> ids,
      @ForAll @IntRange(min = 1, max = 1_000_000_000) int apart) {
    comparedWithPlain(times.stream().map(at -> (long) at * apart).toList(), ids);
  }

  @Property
  void deduplicationMatchesThePlainListReference_whenTimeMostlyIncreases(
      @ForAll @Size(max = 200) List<@IntRange(min = -5, max = 60) Integer> steps,
      @ForAll @Size(min = 1, max = 5) List<@IntRange(min = 0, max = 9) Integer> ids) {
    long at = 1_700_000_000_000L;
    List<Long> times = new ArrayList<>();
    for (int step : steps) {
      at += step;
      times.add(at);
    }
    comparedWithPlain(times, ids);
  }

  @Test
  void soTheyAreWhenManyBearTheSameTime() {
    List<Long> times = new ArrayList<>(LongStream.range(0, 300).map(i -> 5).boxed().toList());
    times.addAll(List.of(4L, 5L, 6L, 5L, 7L, 6L, 3L, 8L));

    comparedWithPlain(times, List.of(1));
  }

  @Test
  void soTheyAreAtTheBoundsOfTime() {
    List<Long> times = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      times.add((i % 3 - 1) * (1L << 61) + i % 7);
    }

    comparedWithPlain(times, List.of(1));
  }
}
