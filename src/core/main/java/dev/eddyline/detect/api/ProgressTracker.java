package dev.eddyline.detect.api;

import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.Signs;
import dev.eddyline.text.TestCounts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tracks a task's progress: better test metrics or, without tests, added work; and new tool
 * results.
 */
public final class ProgressTracker {

  public static final String BY_TESTS = "Test metrics show improvement";

  public static final String BY_WORK = "Task completion indicators present";

  static final String NEW_RESULT_REASON = "Another action brought a new result in between";

  private ProgressTracker() {}

  /** The state before the first event. */
  public static Signs initialState() {
    return new Signs(0L, false, 0L, false, null, null, null, null, 0L, 0L, 0L, 0L);
  }

  /** The reason for the newest progress. */
  public static String reason(Signs state) {
    return state.getByTests() ? BY_TESTS : BY_WORK;
  }

  /**
   * The reason why an event does not count as a repetition: progress since the earlier event.
   *
   * @param progress {@link Signs#getProgress} at the earlier event
   * @param newResult {@link Signs#getNews} at the earlier event
   * @param newResultCounts whether a new tool result is enough
   */
  public static Optional<String> progressReasonSince(
      long progress, long newResult, Signs now, boolean newResultCounts) {
    if (now.getProgress() > progress) {
      return Optional.of(reason(now));
    }
    return newResultCounts && now.getNews() > newResult
        ? Optional.of(NEW_RESULT_REASON)
        : Optional.empty();
  }

  /**
   * The state after an event.
   *
   * @param counts the test counts in the event's text
   * @param newResult whether the event is a new tool result
   */
  public static Signs update(
      Signs before, Object body, Optional<TestCounts> counts, boolean newResult) {
    boolean report = body instanceof ProgressReported;
    if (!report && counts.isEmpty() && !newResult) {
      return before;
    }
    Signs after = copy(before);
    after.setNews(before.getNews() + (newResult ? 1 : 0));
    boolean byTests = counts.isPresent() && updateTestProgress(after, counts.get());
    boolean byWork = false;
    if (body instanceof ProgressReported progressReport) {
      byTests |= updateTestProgress(after, progressReport);
      byWork = updateWorkProgress(after, progressReport) && !after.getTests();
    }
    if (byTests || byWork) {
      after.setProgress(before.getProgress() + 1);
      after.setByTests(byTests);
    }
    return after;
  }

  private static Signs copy(Signs state) {
    return new Signs(
        state.getProgress(),
        state.getByTests(),
        state.getNews(),
        state.getTests(),
        state.getCoverage(),
        state.getTotal(),
        state.getFailingShare(),
        state.getFailing(),
        state.getFiles(),
        state.getDependencies(),
        state.getLines(),
        state.getSubtasks());
  }

  private static boolean updateTestProgress(Signs state, ProgressReported progressReport) {
    boolean better = false;
    Double covered = progressReport.getCoveragePercent();
    if (covered != null && covered >= 0 && covered <= 100) {
      Double best = state.getCoverage();
      better = best != null && covered > best;
      state.setCoverage(best == null ? covered : Math.max(best, covered));
      state.setTests(state.getTests() || covered > 0);
    }
    if (progressReport.getTestsTotal() != null && progressReport.getTestsTotal() > 0) {
      state.setTests(true);
      state.setTotal(Long.valueOf(progressReport.getTestsTotal()));
    }
    return testCounts(progressReport).map(counts -> updateTestProgress(state, counts)).orElse(false)
        || better;
  }

  /**
   * The test counts of a report; empty without failing tests, since there is nothing to compare.
   */
  public static Optional<TestCounts> testCounts(ProgressReported progressReport) {
    Integer failing = progressReport.getTestsFailed();
    Integer total = progressReport.getTestsTotal();
    if (failing == null || failing < 0 || total != null && total == 0) {
      return Optional.empty();
    }
    boolean sound = total != null && total >= failing;
    return Optional.of(new TestCounts(failing, sound ? Long.valueOf(total) : null));
  }

  /** Adds counts; true if fewer tests fail than ever before. The first counts are the baseline. */
  private static boolean updateTestProgress(Signs state, TestCounts counts) {
    state.setTests(true);
    if (counts.total() != null) {
      state.setTotal(counts.total());
    }
    Double share = failingTestShare(state, counts);
    if (share == null) {
      Long best = state.getFailing();
      state.setFailing(best == null ? counts.failing() : Math.min(best, counts.failing()));
      return best != null && counts.failing() < best;
    }
    Double best = state.getFailingShare();
    state.setFailingShare(best == null ? share : Math.min(best, share));
    return best != null && share < best;
  }

  /** The share of failing tests; null if no total is known. */
  public static @Nullable Double failingTestShare(Signs state, TestCounts counts) {
    Long total = counts.total() == null ? state.getTotal() : counts.total();
    boolean known = total != null && total > 0 && total >= counts.failing();
    return known ? (double) counts.failing() / total : null;
  }

  private static boolean updateWorkProgress(Signs state, ProgressReported progressReport) {
    long files = maxWithReportedValue(state.getFiles(), progressReport.getFilesCreated());
    long dependencies =
        maxWithReportedValue(state.getDependencies(), progressReport.getDependenciesAdded());
    long lines = maxWithReportedValue(state.getLines(), progressReport.getLinesWritten());
    long subtasks =
        maxWithReportedValue(state.getSubtasks(), progressReport.getSubtasksCompleted());
    boolean more =
        files > state.getFiles()
            || dependencies > state.getDependencies()
            || lines > state.getLines()
            || subtasks > state.getSubtasks();
    state.setFiles(files);
    state.setDependencies(dependencies);
    state.setLines(lines);
    state.setSubtasks(subtasks);
    return more;
  }

  /** The total added work of all kinds. */
  public static long totalAddedWork(Signs state) {
    return state.getFiles() + state.getDependencies() + state.getLines() + state.getSubtasks();
  }

  private static long maxWithReportedValue(long before, Number progressReport) {
    return progressReport == null ? before : Math.max(before, progressReport.longValue());
  }
}
