package dev.eddyline.evaluate;

import static dev.eddyline.evaluate.LabelledRunFixtures.alarm;
import static dev.eddyline.evaluate.LabelledRunFixtures.event;
import static dev.eddyline.evaluate.LabelledRunFixtures.judged;
import static dev.eddyline.evaluate.LabelledRunFixtures.noLoop;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policies;
import dev.eddyline.schema.ResponseProduced;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EvaluationPageTest {

  private static String page(JudgedRun... runs) {
    JudgeScore score = JudgeScore.compute("default", List.of(runs), 3);
    return EvaluationPage.render(
        new Evaluation(
            3, List.of(score), List.of(), Policies.preset("default").redaction()::apply));
  }

  private static JudgedRun runWithText(String text) {
    var response = ResponseProduced.newBuilder().setStep("think").setText(text).build();
    LabelledRun run =
        new LabelledRun(
            "<set>",
            "run",
            Optional.empty(),
            List.of(new RecordedEvent(event("T1", 0, response), 1)),
            noLoop());
    return new JudgedRun(run, List.of(alarm(0, "a")), OptionalInt.empty());
  }

  @Test
  void textsAreEscapedAndRedacted() {
    // When
    String page = page(runWithText("<script>alert('x')</script> password=hunter2secret \u202e"));

    // Then
    assertThat(page)
        .contains("&lt;script&gt;", "&lt;redacted&gt;", "&lt;set&gt;/run", "\\u202e")
        .doesNotContain("<script", "hunter2secret", "\u202e");
  }

  @Test
  void reasonsOfVerdictsAreRedacted() {
    // Given
    LabelledRun run = runWithText("text").run();
    Alarm alarm = new Alarm(0, new TreeSet<>(List.of("a")), "step password=hunter2secret repeats");

    // When
    String page = page(new JudgedRun(run, List.of(alarm), OptionalInt.empty()));

    // Then
    assertThat(page).contains("&lt;redacted&gt;").doesNotContain("hunter2secret");
  }

  @Test
  void namesOfAgentsAreRedacted() {
    // Given
    JudgedRun run = runWithText("text");
    run.run().events().get(0).event().setAgentId("ann@example.org");

    // When
    String page = page(run);

    // Then
    assertThat(page).contains("&lt;redacted&gt;").doesNotContain("ann@example.org");
  }

  @Test
  void longTextIsTruncated() {
    assertThat(page(runWithText("x y ".repeat(50_000)))).hasSizeLessThan(20_000);
  }

  @Test
  void eachMistakeOpensAtItsPlace() {
    // When
    String page = page(judged(noLoop(), 20));

    // Then
    assertThat(page)
        .contains("<summary>false alarm at event 21 of 40</summary>")
        .contains("<tr class=\"place\"><td>21</td>")
        .contains("<tr><td>13</td>", "<tr><td>29</td>")
        .doesNotContain("<tr><td>12</td>", "<tr><td>30</td>");
  }

  @Test
  void runWithManyMistakesIsBounded() {
    // When
    String page = page(judged(noLoop(), IntStream.range(0, 40).toArray()));

    // Then
    assertThat(page).contains("40 × false alarm", "10 more are not shown");
  }

  @Test
  void manyRunsAreBounded() {
    // Given
    List<JudgedRun> runs = new ArrayList<>();
    for (int i = 0; i < 502; i++) {
      runs.add(runWithText("text"));
    }

    // When
    String page = page(runs.toArray(JudgedRun[]::new));

    // Then
    assertThat(page).contains("2 more runs are not shown");
  }

  @Test
  void pageLoadsNothing() {
    assertThat(page(judged(noLoop(), 20)))
        .contains("default-src 'none'")
        .doesNotContain("http:", "https:", "src=", "url(");
  }
}
