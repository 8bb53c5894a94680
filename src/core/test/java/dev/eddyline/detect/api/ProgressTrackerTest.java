package dev.eddyline.detect.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.Signs;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.text.TestCounts;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Detection of progress. */
class ProgressTrackerTest {

  private Signs signs = ProgressTracker.initialState();

  @Test
  void coverageAboveTheFirstValueIsProgress() {
    assertThat(progressBy(coverage(60.0))).isFalse();
    assertThat(progressBy(coverage(75.0))).isTrue();
    assertThat(ProgressTracker.reason(signs)).isEqualTo("Test metrics show improvement");
    assertThat(progressBy(coverage(75.0))).isFalse();
    assertThat(progressBy(coverage(70.0))).isFalse();
    assertThat(progressBy(coverage(74.0))).isFalse();
    assertThat(progressBy(coverage(75.1))).isTrue();
  }

  @Test
  void fewerFailingTestsAreProgress() {
    assertThat(progressBy(tests(10, 8))).isFalse();
    assertThat(progressBy(tests(10, 5))).isTrue();
    assertThat(progressBy(tests(10, 7))).isFalse();
    assertThat(progressBy(tests(10, 5))).isFalse();
    assertThat(progressBy(tests(10, 0))).isTrue();
  }

  @Test
  void theShareCountsWhereTheTotalIsKnown() {
    progressBy(tests(10, 5));

    assertThat(progressBy(tests(20, 8))).isTrue();
    assertThat(progressBy(tests(8, 4))).isFalse();
  }

  @Test
  void aTextWithoutATotalIsOneOfTheTestsThatAreKnown() {
    progressBy(tests(10, 5));

    assertThat(areCountsProgress(new TestCounts(6, null))).isFalse();
    assertThat(areCountsProgress(new TestCounts(4, null))).isTrue();
  }

  @Test
  void withoutAnyTotalTheNumberCounts() {
    assertThat(areCountsProgress(new TestCounts(8, null))).isFalse();
    assertThat(areCountsProgress(new TestCounts(5, null))).isTrue();
    assertThat(areCountsProgress(new TestCounts(5, null))).isFalse();
  }

  @Test
  void withoutTestsAddedWorkIsProgressFromTheFirstReport() {
    assertThat(progressBy(work(1, 0, 0, 0))).isTrue();
    assertThat(ProgressTracker.reason(signs)).isEqualTo("Task completion indicators present");
    assertThat(progressBy(work(1, 0, 0, 0))).isFalse();
    assertThat(progressBy(work(1, 1, 0, 0))).isTrue();
    assertThat(progressBy(work(1, 1, 40, 0))).isTrue();
    assertThat(progressBy(work(1, 1, 40, 1))).isTrue();
    assertThat(progressBy(work(0, 0, 0, 0))).isFalse();
  }

  @Test
  void addedWorkIsNoProgressIfTestsExist() {
    progressBy(tests(10, 5));

    assertThat(progressBy(work(3, 2, 400, 1))).isFalse();
  }

  @Test
  void aReportOfNoTestsAndNoCoverageLeavesTheTaskWithoutTests() {
    assertThat(progressBy(new ProgressReported(0, 0, 0.0, 2, 0, 0, 0))).isTrue();
    assertThat(signs.getTests()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, -1, 100.5})
  void invalidCoverageIsIgnored(double covered) {
    progressBy(coverage(60.0));

    assertThat(progressBy(coverage(covered))).isFalse();
    assertThat(progressBy(coverage(61.0))).isTrue();
  }

  @Test
  void invalidNumbersAreNoProgress() {
    assertThat(progressBy(tests(-5, 3))).isFalse();
    assertThat(progressBy(tests(10, -3))).isFalse();
    assertThat(progressBy(tests(2, 3))).isFalse();
    assertThat(progressBy(work(-1, -1, -1, -1))).isFalse();
  }

  @Test
  void newResultIsCountedButIsNoProgress() {
    Signs after = ProgressTracker.update(signs, new UserMessage(""), Optional.empty(), true);

    assertThat(after.getNews()).isEqualTo(1);
    assertThat(after.getProgress()).isZero();
  }

  @Test
  void otherEventsDoNotChangeProgress() {
    assertThat(ProgressTracker.update(signs, new UserMessage(""), Optional.empty(), false))
        .isSameAs(signs);
  }

  private boolean progressBy(ProgressReported progressReport) {
    long before = signs.getProgress();
    signs = ProgressTracker.update(signs, progressReport, Optional.empty(), false);
    return signs.getProgress() > before;
  }

  private boolean areCountsProgress(TestCounts counts) {
    long before = signs.getProgress();
    signs = ProgressTracker.update(signs, new UserMessage(""), Optional.of(counts), false);
    return signs.getProgress() > before;
  }

  private static ProgressReported coverage(double percent) {
    return new ProgressReported(null, null, percent, null, null, null, null);
  }

  private static ProgressReported tests(int total, int failed) {
    return new ProgressReported(total, failed, null, null, null, null, null);
  }

  private static ProgressReported work(int files, int dependencies, int lines, int subtasks) {
    return new ProgressReported(null, null, null, files, dependencies, lines, subtasks);
  }
}
