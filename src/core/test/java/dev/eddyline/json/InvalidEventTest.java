package dev.eddyline.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Problems of lines that are not events. */
class InvalidEventTest {
  private static final String QUOTATION_MARK = "'";

  private final EventReader reader = new EventReader(EventDefaults.live(Instant::now, () -> "e"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{}                            | taskId is required; type is required",
        "{'taskId':null,'type':null}   | taskId is required; type is required",
        "{'taskId':'','type':''}       | taskId must not be empty; type '' is unknown; known: "
            + "task_started, step_started, transition, user_message, response_produced, "
            + "tool_called, tool_returned, failure_reported, progress_reported, "
            + "collaboration_requested, collaboration_answered, task_attempted, "
            + "waiting_started, waiting_ended, task_completed, human_intervened, tool_call",
        "{'resourceSpans':[]}          | not an event: this is OTLP JSON, which is not read here; "
            + "send it to /v1/traces or /v1/logs, or publish it on otlp_spans or otlp_logs",
        "{'specversion':'1.0','type':'x'} | not an event: this is a CloudEvent, which is not read "
            + "here; write its data as an event",
        "{'taskId':'t','type':7}       | type must be a string, was 7",
        "{'taskId':'t','type':'failure_report'}"
            + "| type 'failure_report' is unknown; nearest: failure_reported",
        "{'taskId':'t','type':'FailureReported'}"
            + "| type 'FailureReported' is unknown; nearest: failure_reported",
        "{'taskId':'t','type':'failure_reported'} | failure_reported.message is required",
        "{'taskId':'t','type':'transition','to':null}"
            + "| transition.from is required; transition.to is required; "
            + "transition.reason is required",
        "{'taskId':['t'],'agentId':{},'type':'user_message','text':true}"
            + "| taskId must be a string, was an array; agentId must be a string, was an object; "
            + "user_message.text must be a string, was true",
      })
  void aMissingOrMistypedFieldIsNamed(String line, String message) {
    assertThat(problemOf(line)).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "'occurredAt':'tonight'    | occurredAt must be epoch milliseconds or ISO-8601 with an "
            + "offset, was a string of 7 characters",
        "'occurredAt':'2026-03-01T10:00:00' | occurredAt must be epoch milliseconds or ISO-8601 "
            + "with an offset, was a string of 19 characters",
        "'occurredAt':'+999999999-12-31T00:00:00Z' | occurredAt must be epoch milliseconds or "
            + "ISO-8601 with an offset, was a string of 26 characters",
        "'occurredAt':'2026-02-30T10:00:00Z' | occurredAt must be epoch milliseconds or ISO-8601 "
            + "with an offset, was a string of 20 characters",
        "'occurredAt':1.5          | occurredAt must be epoch milliseconds or ISO-8601 with an "
            + "offset, was 1.5",
        "'occurredAt':99999999999999999999 | occurredAt must be epoch milliseconds or ISO-8601 "
            + "with an offset, was 99999999999999999999",
        "'tokens':-1               | tokens must be 0 to 1000000000000, was -1",
        "'tokens':1.5              | tokens must be a whole number of 64 bits, was 1.5",
        "'tokens':'12'             | tokens must be a whole number of 64 bits, was a string of 2 "
            + "characters",
        "'tokens':1e400            | tokens must be a whole number of 64 bits, was Infinity",
        "'costUsd':-0.01           | costUsd must be 0 to 1000000000, was -0.01",
        "'costUsd':1e400           | costUsd must be a finite number, was Infinity",
        "'replyRequested':'true'   | replyRequested must be true or false, was a string of 4 "
            + "characters",
      })
  void aValueOfTheEnvelopeOutOfItsRangeIsNamed(String field, String message) {
    assertThat(problemOf("{'taskId':'t','type':'step_started','step':'s'," + field + "}"))
        .isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "'testsTotal':2147483648   | testsTotal must be a whole number of 32 bits, was 2147483648",
        "'testsFailed':-1          | testsFailed must be at least 0, was -1",
        "'filesCreated':-1         | filesCreated must be at least 0, was -1",
        "'dependenciesAdded':-1    | dependenciesAdded must be at least 0, was -1",
        "'linesWritten':-1         | linesWritten must be at least 0, was -1",
        "'subtasksCompleted':-1    | subtasksCompleted must be at least 0, was -1",
        "'coveragePercent':100.5   | coveragePercent must be 0 to 100, was 100.5",
        "'coveragePercent':-0.5    | coveragePercent must be 0 to 100, was -0.5",
      })
  void aMeasureOutOfItsRangeIsNamed(String field, String message) {
    assertThat(problemOf("{'taskId':'t','type':'progress_reported'," + field + "}"))
        .isEqualTo("progress_reported." + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "'status':'stuck'          | status 'stuck' is unknown; "
            + "allowed: pending, in_progress, blocked, done",
        "'status':'unknown'        | status 'unknown' is unknown; "
            + "allowed: pending, in_progress, blocked, done",
        "'status':'FINISHED'       | status 'FINISHED' is unknown; "
            + "allowed: pending, in_progress, blocked, done",
        "'status':1                | status must be a string, was 1; "
            + "allowed: pending, in_progress, blocked, done",
        "'status':'done','blockers':'b' | blockers must be an array, was a string of 1 characters",
        "'status':'done','blockers':['b',null,3] | blockers[1] must be a string, was null",
      })
  void aSymbolOrListThatCannotBeIsNamed(String fields, String message) {
    assertThat(problemOf("{'taskId':'t','type':'task_attempted'," + fields + "}"))
        .isEqualTo("task_attempted." + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "^^                  | not a JSON object",
        "[]                  | not a JSON object",
        "'text'              | not a JSON object",
        "null                | not a JSON object",
        "secret              | not valid JSON at column 1: Unrecognized token",
        "{'taskId':secret}   | not valid JSON at column 11: Unrecognized token",
        "{'taskId':'t'       | not valid JSON at column 14: the line ends before the object does",
        "{'taskId':'t        | not valid JSON at column 13: the line ends before the object does",
        "{'taskId':'t','taskId':'u'} | field 'taskId' appears twice",
        "{'taskId':'t'}{}    | more than one JSON value in the line; write one object a line",
        "{'taskId':'t'} 1    | more than one JSON value in the line; write one object a line",
        "{'tokens':NaN}      | not valid JSON at column 14: Non-standard token",
        "{'x':{'a':1,'a':2}} | not valid JSON at column 17: Duplicate field",
      })
  void aLineThatIsNotOneObjectIsRefused(String line, String message) {
    assertThat(problemOf(line)).isEqualTo(message);
  }

  @Test
  void nestingIsBounded() {
    // Given
    String line = "{'x':" + "[".repeat(100_000) + "]".repeat(100_000) + "}";

    // When
    String problem = problemOf(line);

    // Then
    assertThat(problem)
        .startsWith("not valid JSON at column 38: Document nesting depth (33) exceeds the maximum");
  }

  @Test
  void longNamesAreCutAndControlCharactersReplaced() {
    // When
    String problem = problemOf("{'taskId':'t','type':'\\u001b\\n" + "x".repeat(1000) + "'}");

    // Then
    assertThat(problem).startsWith("type '??" + "x".repeat(38) + "…' is unknown; known: task_");
  }

  private String problemOf(String line) {
    String json = line.replace(QUOTATION_MARK, "\"");
    return catchThrowableOfType(InvalidEventException.class, () -> reader.read(json)).getMessage();
  }
}
