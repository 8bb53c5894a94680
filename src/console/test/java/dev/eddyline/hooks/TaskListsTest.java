package dev.eddyline.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.ToolReturned;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Task lists as progress. */
class TaskListsTest {

  private final HookedSession session = new HookedSession("claude-code");

  private void play(String event, String fields) {
    session.play(HookFixtures.hook(event, fields));
  }

  private List<Integer> progress() {
    return session.bodies().stream()
        .filter(ProgressReported.class::isInstance)
        .map(body -> ((ProgressReported) body).getSubtasksCompleted())
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "TodoWrite | {'todos':[{'content':'a','status':'completed'},{'content':'b','status':'in_progress'}]}",
        "todowrite | {'todos':[{'content':'a','status':'completed','priority':'high'}]}",
        "manage_todo_list | {'operation':'write','todoList':[{'id':1,'status':'completed'},{'id':2,'status':'not-started'}]}",
        "TodoWrite | {'todos':'- [x] a\\n- [ ] b'}",
        "update_plan | {'plan':[{'step':'a','status':'completed'},{'step':'b','status':'pending'}]}",
        "TaskUpdate | {'taskId':'1','status':'completed'}",
        "TaskUpdate | {'task_id':1,'status':'completed'}",
      })
  void completedItemsAreReportedBeforeTheResult(String tool, String input) {
    // When
    play(
        "PostToolUse",
        "'tool_name':'%s','tool_use_id':'t','tool_input':%s,'tool_response':'ok'"
            .formatted(tool, input));

    // Then
    assertThat(progress()).containsExactly(1);
    assertThat(session.bodies()).hasSize(2).last().isInstanceOf(ToolReturned.class);
  }

  @Test
  void completedItemsOfGeminiAreReportedBeforeTheResult() {
    HookedSession gemini = new HookedSession("gemini-cli");
    // When
    gemini.play(
        "{'session_id':'g','hook_event_name':'AfterTool','tool_name':'write_todos','tool_input':{'todos':[{'description':'a','status':'completed'},{'description':'b','status':'pending'}]},'tool_response':{'llmContent':'ok'}}");

    // Then
    assertThat(gemini.bodies())
        .hasSize(2)
        .first()
        .isEqualTo(ProgressReported.newBuilder().setSubtasksCompleted(1).build());
    assertThat(gemini.bodies().get(1)).isInstanceOf(ToolReturned.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "TodoWrite | {'todos':[{'content':'a','status':'pending'}]}",
        "TodoWrite | {'todos':5}",
        "TaskUpdate | {'taskId':'1','status':'in_progress'}",
        "TaskCreate | {'subject':'a'}",
        "Write | {'todos':[{'status':'completed'}]}",
      })
  void noCompletedItemIsNoProgress(String tool, String input) {
    // When
    play(
        "PostToolUse",
        "'tool_name':'%s','tool_use_id':'t','tool_input':%s,'tool_response':'ok'"
            .formatted(tool, input));

    // Then
    assertThat(progress()).isEmpty();
  }

  @Test
  void anItemCountsOnce_thoughTheToolAndTheHookBothReportIt() {
    // When
    for (String item : List.of("1", "2", "1")) {
      play("TaskCompleted", "'task_id':'%s','task_subject':'x'".formatted(item));
      play(
          "PostToolUse",
          "'tool_name':'TaskUpdate','tool_use_id':'t%s','tool_input':{'taskId':'%s','status':'completed'},'tool_response':{}"
              .formatted(item, item));
    }

    // Then
    assertThat(progress()).containsExactly(1, 1, 2, 2, 2, 2);
  }

  /** The types of loops after failures, with a list that has these numbers of completed items. */
  private List<LoopType> loopsWithListsOf(int... completed) {
    for (int call = 0; call < completed.length; call++) {
      String items = "{'status':'completed'},".repeat(completed[call]);
      play(
          "PostToolUse",
          "'tool_name':'TodoWrite','tool_use_id':'l%d','tool_input':{'todos':[%s{'status':'pending'}]},'tool_response':'the list is written'"
              .formatted(call, items));
      String test = "'tool_name':'Bash','tool_use_id':'t%d','tool_input':{'command':'make'}";
      play("PreToolUse", test.formatted(call));
      play("PostToolUseFailure", test.formatted(call) + ",'error':'Exit code 2\\nno rule'");
    }
    return session.verdicts().stream().map(LoopVerdict::getLoopType).toList();
  }

  @Test
  void moreCompletedItemsAreProgressBetweenEqualFailures() {
    assertThat(loopsWithListsOf(1, 2, 3, 4, 5, 6)).doesNotContain(LoopType.IDENTICAL_FAILURE);
  }

  @Test
  void aListThatIsRewrittenOrReopenedIsNone() {
    assertThat(loopsWithListsOf(3, 2, 3, 1, 3, 0)).contains(LoopType.IDENTICAL_FAILURE);
  }

  @Test
  void aFinishedListDoesNotTurnTheNextTurnsIntoALoop() {
    // Given
    loopsWithListsOf(2);

    // When
    for (int turn = 0; turn < 8; turn++) {
      session.play(
          "{'session_id':'s1','hook_event_name':'UserPromptSubmit','prompt':'question %d'}"
              .formatted(turn));
      play("Stop", "'last_assistant_message':'answer number %d'".formatted(turn));
    }

    // Then
    assertThat(session.events()).hasSizeGreaterThan(16);
    assertThat(session.verdicts()).allMatch(verdict -> verdict.getLoopCount() == 0);
  }
}
