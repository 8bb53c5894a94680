package dev.eddyline.sessions.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions whose records are files: OpenHands and OpenCode. */
class FolderSessionsTest {

  @TempDir private Path folder;

  private void openHands(int number, String kind, String fields) {
    SessionFixture.write(
        folder,
        "conversations/c1/events/event-%05d-id%d.json".formatted(number, number),
        "{'id':'e%d','timestamp':'2026-05-04T08:00:%02d.250125','source':'agent','kind':'%s',%s}"
            .formatted(number, number % 60, kind, fields));
  }

  private void action(int number) {
    openHands(
        number,
        "ActionEvent",
        "'thought':[{'type':'text','text':'I test.'}],'tool_name':'terminal','tool_call_id':'k%d','tool_call':{'id':'k%d','name':'terminal','arguments':'{\\'command\\':\\'make\\',\\'security_risk\\':\\'LOW\\'}'}"
            .formatted(number, number));
  }

  private void observation(int number, int call, int exitCode) {
    openHands(
        number,
        "ObservationEvent",
        "'tool_name':'terminal','tool_call_id':'k%d','observation':{'content':[{'type':'text','text':'no rule'}],'exit_code':%d}"
            .formatted(call, exitCode));
  }

  private SessionFixture readOpenHands() {
    return SessionFixture.read(folder.resolve("conversations/c1/events"));
  }

  private void openCode(String name, String json) {
    SessionFixture.write(folder, "storage/" + name + ".json", json);
  }

  private void openCodeSession(String id, String more) {
    openCode("session/p/" + id, "{'id':'%s','title':'x'%s}".formatted(id, more));
  }

  private void part(String message, int number, String fields) {
    openCode(
        "part/%s/prt_%d".formatted(message, number),
        "{'id':'prt_%d','messageID':'%s',%s}".formatted(number, message, fields));
  }

  private void tool(String message, int number, String status, String state) {
    part(
        message,
        number,
        "'type':'tool','callID':'call_%d','tool':'bash','state':{'status':'%s','input':{'command':'make'},'time':{'start':1777881601000,'end':1777881602000}%s}"
            .formatted(number, status, state));
  }

  private SessionFixture readOpenCode(String id) {
    return SessionFixture.read(folder.resolve("storage/session/p/%s.json".formatted(id)));
  }

  @Test
  void eventsOfOpenHandsAreReadInTheOrderOfTheirNumbers() {
    // Given
    openHands(0, "SystemPromptEvent", "'system_prompt':'x'");
    openHands(
        1,
        "MessageEvent",
        "'llm_message':{'role':'user','content':[{'type':'text','text':'Build it'}]}");
    SessionFixture.write(
        folder,
        "conversations/c1/events/event-00001-id1.json",
        "{'id':'e1','source':'user','kind':'MessageEvent','timestamp':'2026-05-04T08:00:01','llm_message':{'role':'user','content':[{'type':'text','text':'Build"
            + " it'}]}}");
    observation(100001, 9, 2);
    action(9);

    // When
    SessionFixture read = readOpenHands();

    // Then
    assertThat(read.types())
        .containsExactly("user_message", "response_produced", "tool_called", "tool_returned");
    assertThat(read.ids()).contains("c1:e1:user", "c1:k9:called", "c1:k9:returned");
    assertThat(read.event("tool_called").get("loopKey").asText())
        .isEqualTo("{\"command\":\"make\"}");
    assertThat(read.event("tool_called").get("occurredAt").asLong()).isEqualTo(1777881609250L);
    assertThat(read.event("tool_returned").get("isError").asBoolean()).isTrue();
    assertThat(read.summary().skipped("SystemPromptEvent")).isEqualTo(1);
  }

  @Test
  void errorsOfOpenHandsAreResultsAndFailures() {
    // Given
    action(1);
    openHands(2, "AgentErrorEvent", "'tool_name':'terminal','tool_call_id':'k1','error':'no tool'");
    action(3);
    openHands(4, "UserRejectObservation", "'tool_call_id':'k3','rejection_reason':'no'");
    openHands(5, "ConversationErrorEvent", "'code':'RateLimitError','detail':'slow down 429'");
    SessionFixture.write(folder, "conversations/c1/events/event-00006-x.json", "{'kind':'Act");
    SessionFixture.write(folder, "conversations/c1/base_state.json", "{'id':'c1'}");

    // When
    SessionFixture read = readOpenHands();

    // Then
    assertThat(read.event("tool_returned").get("output").asText()).isEqualTo("no tool");
    assertThat(read.event("failure_reported").get("errorType").asText()).isEqualTo("rate_limit");
    assertThat(read.problems()).containsExactly("6: event-00006-x.json ends before its JSON does");
  }

  @Test
  void messagesAndPartsOfOpenCodeAreATurn() {
    // Given
    openCodeSession("ses_1", "");
    openCode(
        "message/ses_1/msg_1", "{'id':'msg_1','role':'user','time':{'created':1777881600000}}");
    part("msg_1", 1, "'type':'text','text':'Build it'");
    part("msg_1", 2, "'type':'text','synthetic':true,'text':'a file'");
    openCode(
        "message/ses_1/msg_2",
        "{'id':'msg_2','role':'assistant','time':{'created':1777881600500}}");
    part("msg_2", 3, "'type':'text','text':'I bui','time':{'start':1777881600600}");
    tool("msg_2", 4, "completed", ",'output':'no rule','metadata':{'exit':2}");
    tool("msg_2", 5, "error", ",'error':'no such tool'");
    tool("msg_2", 6, "running", "");
    tool("msg_2", 7, "error", ",'error':'The user rejected permission'");
    part(
        "msg_2",
        8,
        "'type':'step-finish','cost':0.25,'tokens':{'input':10,'output':5,'reasoning':1,'cache':{'read':100,'write':4}}");

    // When
    SessionFixture read = readOpenCode("ses_1");

    // Then
    assertThat(read.ids())
        .containsExactly(
            "ses_1:msg_1:user",
            "ses_1:call_4:called",
            "ses_1:call_4:returned",
            "ses_1:call_5:called",
            "ses_1:call_5:returned",
            "ses_1:call_6:called",
            "ses_1:call_7:called");
    assertThat(read.texts("text")).containsExactly("Build it");
    assertThat(read.ofType("tool_returned"))
        .extracting(it -> it.get("isError").asBoolean())
        .containsExactly(true, true);
    JsonNode last = read.events().get(6);
    assertThat(last.get("tokens").asLong()).isEqualTo(120);
    assertThat(last.get("costUsd").asDouble()).isEqualTo(0.25);
  }

  @Test
  void aChildSessionOfOpenCodeIsASubtaskOfItsRoot() {
    // Given
    openCodeSession("ses_1", "");
    openCodeSession("ses_2", ",'parentID':'ses_1'");
    openCodeSession("ses_3", ",'parentID':'ses_2'");
    openCode(
        "message/ses_3/msg_1",
        "{'id':'msg_1','role':'assistant','time':{'created':1777881600000},'error':{'name':'APIError','data':{'message':'503'}}}");

    // When
    SessionFixture read = readOpenCode("ses_3");

    // Then
    assertThat(read.event("failure_reported").get("taskId").asText()).isEqualTo("ses_1/ses_3");
    assertThat(read.event("failure_reported").get("errorType").asText()).isEqualTo("network");
    assertThat(read.texts("rootTaskId")).containsOnly("ses_1");
  }

  @Test
  void aFileOfOpenCodeThatCannotBeReadIsCounted() {
    // Given
    openCodeSession("ses_1", "");
    openCode("message/ses_1/msg_1", "{'id':'msg_1','role':'user'}");
    openCode("message/ses_1/msg_2", "{'role':'user','time':{'created':1777881600000}}");
    openCode("part/msg_2/prt_1", "{'type':'text','text'");
    openCode("part/msg_2/prt_2", "{'type':'text','text':7}");
    openCodeSession("ses_9", ",'parentID':'../../secret'");
    openCode("session/p/ses_8", "{'id':'../x'}");

    // Then
    assertThat(readOpenCode("ses_1").problems())
        .containsExactly(
            "1: time is required",
            "2: prt_1.json ends before its JSON does",
            "2: parts[0].text must be a string, was number");
    assertThat(readOpenCode("ses_9").events()).isEmpty();
    assertThat(readOpenCode("ses_8").summary().unreadable()).isEqualTo(1);
  }
}
