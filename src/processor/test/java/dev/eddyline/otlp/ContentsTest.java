package dev.eddyline.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments, results, messages and errors without envelopes. */
class ContentsTest {

  private static JsonNode text(String json) {
    return TextNode.valueOf(json.replace('\'', '"'));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'lc':1,'type':'constructor','id':['ToolMessage'],'kwargs':{'content':'done',"
            + "'tool_call_id':'call_1','name':'t','status':'success'}}",
        "{'output':{'lc':1,'kwargs':{'content':'done','tool_call_id':'call_1','name':'t'}}}",
        "{'output':{'lc':1,'kwargs':{'content':'done','tool_call_id':'call_1','name':'t'}},"
            + "'kwargs':{'tags':[]}}",
        "{'type':'tool','data':{'content':'done','tool_call_id':'call_1','name':'t'}}",
        "{'content':'done','tool_call_id':'call_1','name':'t'}",
        "{'content':[{'type':'text','text':'done'}],'tool_call_id':'call_1','name':'t'}"
      })
  void aLangChainMessageIsUnwrapped(String message) {
    for (JsonNode value : new JsonNode[] {text(message), OtlpFixtures.json(message)}) {
      assertThat(Contents.result(value))
          .isEqualTo(new Contents.Result("done", false, Optional.of("call_1"), Optional.of("t")));
    }
  }

  @Test
  void aMessageMaySayThatTheToolFailed() {
    assertThat(Contents.result(text("{'kwargs':{'content':'x','status':'error','name':' '}}")))
        .isEqualTo(new Contents.Result("x", true, Optional.empty(), Optional.empty()));
    assertThat(Contents.result(text("{'isError':true,'content':[{'text':'x'}]}")).isError())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'done' | done",
        "done | done",
        "[not json | [not json",
        "{'a':1} x | {'a':1} x",
        "[{'text':'a'},{'text':'b'}] | a$b",
        "{'result':'done'} | {'result':'done'}",
        "' | '",
        "{} | {}"
      })
  void otherResultsAreTheirText(String reported, String expected) {
    assertThat(Contents.result(text(reported)).text())
        .isEqualTo(expected.replace('\'', '"').replace('$', '\n'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'a':1} | {'a':1}",
        "{'args':[],'kwargs':{'a':1}} | {'a':1}",
        "{'args':[],'sanitize_inputs_outputs':true,'kwargs':{'a':1}} | {'a':1}",
        "{'input_str':'x','metadata':{'step':7},'inputs':{'a':1}} | {'a':1}",
        "{'input_str':'x','metadata':{'step':7},'inputs':null} | 'x'",
        "{'args':['x']} | 'x'",
        "{'args':['-l'],'command':'ls'} | {'args':['-l'],'command':'ls'}",
        "[1] | [1]",
        "src/a.ts | 'src/a.ts'"
      })
  void argumentsAreUnwrapped(String reported, String expected) {
    assertThat(Contents.arguments(text(reported)).toString().replace('"', '\''))
        .isEqualTo(expected);
  }

  @Test
  void jsonInJsonIsUnwrapped() {
    assertThat(Contents.arguments(TextNode.valueOf("{\"args\":[\"{\\\"a\\\":1}\"]}")))
        .hasToString("{\"a\":1}");
    assertThat(Contents.arguments(TextNode.valueOf("\"{\\\"a\\\":1}\""))).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "",
        "''",
        "null",
        "[null]",
        "[[]]",
        "{'0.x':'y'}",
        "{'parts':[7]}",
        "[{'role':'assistant','parts':[{'type':'tool_call','name':'t'}]}]",
        "[{'role':'user','content':'[REDACTED]'}]"
      })
  void messagesWithoutTextHaveNone(String messages) {
    assertThat(Messages.lastUserText(text(messages))).isEmpty();
    assertThat(Messages.producedText(OtlpFixtures.json(messages.isEmpty() ? "[]" : messages)))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{'role':'user','parts':[{'type':'text','content':'hi'}]}]",
        "[{'role':'user','content':'hi'}]",
        "[{'role':'system','content':'x'},{'role':'user','content':[{'type':'text','text':'hi'}]}]",
        "{'0.message.role':'system','1.message.role':'user','1.message.content':'hi'}",
        "{'0.role':'user','0.content':'hi'}",
        "{'0.message.role':'user','0.message.contents.0.message_content.text':'hi'}",
        "[{'text':'hi'}]"
      })
  void theTextOfAPersonIsTheLastMessage(String messages) {
    assertThat(Messages.lastUserText(text(messages))).contains("hi");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{'role':'user','content':'hi'},{'role':'assistant','content':'ho'}]",
        "[{'role':'user','parts':[{'type':'tool_call_response','response':'x'}]}]",
        "[{'role':'user','content':[{'toolResult':{'content':'x'}}]}]"
      })
  void otherLastMessagesAreOfNobody(String messages) {
    assertThat(Messages.lastUserText(text(messages))).isEmpty();
  }

  @Test
  void anErrorIsWithoutItsStack() {
    for (String status :
        new String[] {
          "boom\n\nError: boom\n    at run (a.ts:7:9)",
          "boom\n    at run (a.ts:7:9)",
          "boom\n\tat shop.A.run(A.java:7)",
          "boomTraceback (most recent call last):\n  File \"a.py\"",
          "boom\nTraceback (most recent call last):\n  File \"a.py\"",
          "boom"
        }) {
      assertThat(
              ErrorTexts.message(OtlpFixtures.failed(OtlpFixtures.span(1, 0, "n", "{}"), status)))
          .contains("boom");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "429,rate_limit",
    "RateLimitError,rate_limit",
    "401,authentication",
    "403,authentication",
    "openai.AuthenticationError,authentication",
    "503,network",
    "overloaded_error,network",
    "APITimeoutError,network",
    "APIConnectionError,network",
    "400,",
    "ValueError,"
  })
  void codesAreErrorTypes(String code, String type) {
    assertThat(ErrorTexts.type(Optional.of(code))).isEqualTo(type);
  }
}
