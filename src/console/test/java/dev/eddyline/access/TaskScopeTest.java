package dev.eddyline.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which tasks a scope covers. */
class TaskScopeTest {

  private static final TaskScope BUILD = new TaskScope("", Set.of("build", "deploy"));
  private static final TaskScope CI = new TaskScope("ci-", Set.of());
  private static final TaskScope BOTH = new TaskScope("ci-", Set.of("build"));

  @Test
  void workflowScopeExcludesTaskWithoutWorkflow() {
    assertThat(TaskScope.ALL.covers("t", null)).isTrue();
    assertThat(CI.covers("ci-1", null)).isTrue();
    assertThat(BUILD.covers("t", null)).isFalse();
    assertThat(BOTH.covers("ci-1", null)).isFalse();
  }

  @Test
  void scopeCoversOnlyTasksThatMeetEveryRestriction() {
    assertThat(BUILD.covers("t", "deploy")).isTrue();
    assertThat(BUILD.covers("t", "other")).isFalse();
    assertThat(BOTH.covers("ci-1", "build")).isTrue();
    assertThat(BOTH.covers("t", "build")).isFalse();
    assertThat(BOTH.covers("ci-1", "deploy")).isFalse();
  }

  @Test
  void scopeWithTaskPrefixDoesNotCoverWholeWorkflow() {
    assertThat(TaskScope.ALL.coversWorkflow("build")).isTrue();
    assertThat(BUILD.coversWorkflow("build")).isTrue();
    assertThat(BUILD.coversWorkflow(null)).isFalse();
    assertThat(CI.coversWorkflow("build")).isFalse();
  }

  static Stream<TaskScope> scopes() {
    return Stream.of(
        TaskScope.ALL, BUILD, CI, BOTH, new TaskScope("a&b=c d%", Set.of("ü & x", "日本", "a%26b")));
  }

  @ParameterizedTest
  @MethodSource("scopes")
  void parsingEncodedScopeGivesEqualScope(TaskScope scope) {
    assertThat(scope.encode()).matches("[ -~]+");
    assertThat(TaskScope.parse(scope.encode())).isEqualTo(scope);
  }
}
