package dev.eddyline.detect;

import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.Signs;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tracks a task's progress: better test metrics or, without tests, added work; and new tool
 * results.
 */
public final class SignsOfLife {

  public static final String BY_TESTS = "Test metrics show improvement";

  public static final String BY_WORK = "Task completion indicators present";

  static final String BY_NEWS = "Another action brought a new result in between";

  private SignsOfLife() {}

  /** The state before the first event. */
  public static Signs none() {
    return new Signs(0L, false, 0L, false, null, null, null, null, 0L, 0L, 0L, 0L);
  }

  /** The reason for the newest progress. */
  public static String reason(Signs signs) {
    return signs.getByTests() ? BY_TESTS : BY_WORK;
  }

  /**
   * The reason why an event does not count as a repetition: progress since the earlier event.
   *
   * @param progress {@link Signs#getProgress} at the earlier event
   * @param news {@link Signs#getNews} at the earlier event
   * @param byNews whether a new tool result is enough
   */
  static Optional<String> since(long progress, long news, Signs now, boolean byNews) {
    if (now.getProgress() > progress) {
      return Optional.of(reason(now));
    }
    return byNews && now.getNews() > news ? Optional.of(BY_NEWS) : Optional.empty();
  }

  /**
   * The state after an event.
   *
   * @param counts the test counts in the event's text
   * @param news whether the event is a new tool result
   */
  public static Signs after(Signs before, Object body, Optional<TestCounts> counts, boolean news) {
    boolean report = body instanceof ProgressReported;
    if (!report && counts.isEmpty() && !news) {
      return before;
    }
    Signs after = copy(before);
    after.setNews(before.getNews() + (news ? 1 : 0));
    boolean byTests = counts.isPresent() && tests(after, counts.get());
    boolean byWork = false;
    if (body instanceof ProgressReported told) {
      byTests |= tests(after, told);
      byWork = work(after, told) && !after.getTests();
    }
    if (byTests || byWork) {
      after.setProgress(before.getProgress() + 1);
      after.setByTests(byTests);
    }
    return after;
  }

  private static Signs copy(Signs signs) {
    return new Signs(
        signs.getProgress(),
        signs.getByTests(),
        signs.getNews(),
        signs.getTests(),
        signs.getCoverage(),
        signs.getTotal(),
        signs.getFailingShare(),
        signs.getFailing(),
        signs.getFiles(),
        signs.getDependencies(),
        signs.getLines(),
        signs.getSubtasks());
  }

  private static boolean tests(Signs signs, ProgressReported told) {
    boolean better = false;
    Double covered = told.getCoveragePercent();
    if (covered != null && covered >= 0 && covered <= 100) {
      Double best = signs.getCoverage();
      better = best != null && covered > best;
      signs.setCoverage(best == null ? covered : Math.max(best, covered));
      signs.setTests(signs.getTests() || covered > 0);
    }
    if (told.getTestsTotal() != null && told.getTestsTotal() > 0) {
      signs.setTests(true);
      signs.setTotal(Long.valueOf(told.getTestsTotal()));
    }
    return counts(told).map(counts -> tests(signs, counts)).orElse(false) || better;
  }

  /**
   * The test counts of a report; empty without failing tests, since there is nothing to compare.
   */
  public static Optional<TestCounts> counts(ProgressReported told) {
    Integer failing = told.getTestsFailed();
    Integer total = told.getTestsTotal();
    if (failing == null || failing < 0 || total != null && total == 0) {
      return Optional.empty();
    }
    boolean sound = total != null && total >= failing;
    return Optional.of(new TestCounts(failing, sound ? Long.valueOf(total) : null));
  }

  /** Adds counts; true if fewer tests fail than ever before. The first counts are the baseline. */
  private static boolean tests(Signs signs, TestCounts counts) {
    signs.setTests(true);
    if (counts.total() != null) {
      signs.setTotal(counts.total());
    }
    Double share = share(signs, counts);
    if (share == null) {
      Long best = signs.getFailing();
      signs.setFailing(best == null ? counts.failing() : Math.min(best, counts.failing()));
      return best != null && counts.failing() < best;
    }
    Double best = signs.getFailingShare();
    signs.setFailingShare(best == null ? share : Math.min(best, share));
    return best != null && share < best;
  }

  /** The share of failing tests; null if no total is known. */
  static @Nullable Double share(Signs signs, TestCounts counts) {
    Long total = counts.total() == null ? signs.getTotal() : counts.total();
    boolean known = total != null && total > 0 && total >= counts.failing();
    return known ? (double) counts.failing() / total : null;
  }

  private static boolean work(Signs signs, ProgressReported told) {
    long files = most(signs.getFiles(), told.getFilesCreated());
    long dependencies = most(signs.getDependencies(), told.getDependenciesAdded());
    long lines = most(signs.getLines(), told.getLinesWritten());
    long subtasks = most(signs.getSubtasks(), told.getSubtasksCompleted());
    boolean more =
        files > signs.getFiles()
            || dependencies > signs.getDependencies()
            || lines > signs.getLines()
            || subtasks > signs.getSubtasks();
    signs.setFiles(files);
    signs.setDependencies(dependencies);
    signs.setLines(lines);
    signs.setSubtasks(subtasks);
    return more;
  }

  /** The total added work of all kinds. */
  static long added(Signs signs) {
    return signs.getFiles() + signs.getDependencies() + signs.getLines() + signs.getSubtasks();
  }

  private static long most(long before, Number told) {
    return told == null ? before : Math.max(before, told.longValue());
  }
}
