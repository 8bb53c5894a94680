package dev.eddyline.sessions.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.sessions.file.SessionFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trajectories of SWE-agent and mini-SWE-agent: without times, and without ids of calls. */
class TrajectoriesTest {

  @TempDir private Path folder;

  private SessionFixture read(String name, String text) {
    return SessionFixture.read(SessionFixture.write(folder, name, text));
  }

  @Test
  void aStepOfSweAgentIsACallWithItsResult() {
    // When
    SessionFixture read =
        read(
            "run-7/shop-12/shop-12.traj",
            """
            {'environment':'swe_main','trajectory':[
              {'action':'open cart.py 1\\n','observation':'[File: cart.py]','response':'x','thought':'I look.','state':{}},
              {'action':'','observation':'','thought':''},
              {'action':'python test.py','observation':'Traceback','thought':''}],
             'history':[{'role':'system','content':'x'}],'info':{'exit_status':'submitted'}}
            """);

    // Then
    assertThat(read.ids().get(1)).isEqualTo("run-7/shop-12:1:called");
    assertThat(read.types())
        .containsExactly(
            "response_produced",
            "tool_called",
            "tool_returned",
            "tool_called",
            "tool_returned",
            "task_completed");
    assertThat(read.texts("tool")).containsExactly("open", "open", "python", "python");
    assertThat(read.texts("outcome")).containsExactly("success");
    assertThat(read.texts("occurredAt")).as("the file has no times").isEmpty();
    assertThat(read.ids()).doesNotHaveDuplicates();
  }

  @Test
  void twoRunsOfOneInstanceAreTwoTasks() {
    // Given
    String text = "{'trajectory':[{'action':'ls','observation':'a'}]}";

    // When
    SessionFixture one = read("one/shop-12/shop-12.traj", text);
    SessionFixture two = read("two/shop-12/shop-12.traj", text);

    // Then
    assertThat(one.ids()).doesNotContainAnyElementsOf(two.ids());
  }

  @Test
  void aShellBlockOfMiniSweAgentIsACall() {
    // When
    SessionFixture read =
        read(
            "run/shop-12/shop-12.traj.json",
            """
            {'info':{'exit_status':'LimitsExceeded'},'messages':[
              {'role':'system','content':'x'},
              {'role':'user','content':'Fix the cart'},
              {'role':'assistant','content':'I test.\\n```bash\\nmake test\\n```'},
              {'role':'user','content':'<returncode>2</returncode>\\n<output>no</output>'},
              {'role':'assistant','content':'```bash\\na\\n```\\n```bash\\nb\\n```'},
              {'role':'user','content':'Write one block'},
              {'role':'assistant','content':[{'type':'text','text':'```bash\\nls\\n```'}]},
              {'role':'user','content':[{'type':'text','text':'<returncode>0</returncode>'}]}],
             'trajectory_format':'mini-swe-agent-1','instance_id':'shop-12'}
            """);

    // Then
    assertThat(read.texts("goal")).containsExactly("Fix the cart");
    assertThat(read.texts("loopKey"))
        .containsExactly("{\"command\":\"make test\"}", "{\"command\":\"ls\"}");
    assertThat(read.ofType("tool_returned"))
        .extracting(it -> it.path("isError").asBoolean())
        .containsExactly(true, false);
    assertThat(read.texts("outcome")).containsExactly("LimitsExceeded");
  }

  @Test
  void toolCallsOfMiniSweAgentHaveTheirOwnIds() {
    // When
    SessionFixture read =
        read(
            "run/a.traj.json",
            """
            {'info':{'exit_status':'Submitted'},'messages':[
              {'role':'user','content':'Fix the cart'},
              {'role':'assistant','content':null,'tool_calls':[
                {'id':'k1','type':'function','function':{'name':'bash','arguments':'{\\'command\\':\\'ls\\'}'}}]},
              {'role':'tool','tool_call_id':'k1','content':'<returncode>0</returncode>'},
              {'role':'exit','content':''}]}
            """);

    // Then
    assertThat(read.ids())
        .contains("run/a:k1:called", "run/a:k1:returned")
        .last()
        .asString()
        .endsWith(":completed");
    assertThat(read.summary().skipped("exit")).isEqualTo(1);
  }

  @Test
  void theArrayOfEarlierVersionsIsReadLikewise() {
    // When
    SessionFixture read =
        read(
            "a.traj.json",
            "[{'role':'user','content':'Go'},{'role':'assistant','content':'```bash\\nls\\n```'}]");

    // Then
    assertThat(read.types()).containsExactly("task_started", "response_produced", "tool_called");
  }

  @Test
  void aDocumentThatEndsEarlyGivesItsCompleteSteps() {
    // When
    SessionFixture read =
        read(
            "a.traj",
            "{'trajectory':[{'action':'ls','observation':'secret'},{'action':7},{'action':'mak");

    // Then
    assertThat(read.types()).containsExactly("tool_called", "tool_returned");
    assertThat(read.problems())
        .containsExactly("2: action must be a string, was number", "3: ends before its JSON does");
  }
}
