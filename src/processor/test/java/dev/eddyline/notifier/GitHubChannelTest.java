package dev.eddyline.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class GitHubChannelTest {

  private static final JsonMapper JSON = new JsonMapper();
  private static final String REPOSITORY = "https://api.github.example/repos/o/r";

  /** The issues of a repository, newest first, in pages as the API has them. */
  private final List<ObjectNode> issues = new ArrayList<>();

  private final List<HttpCall> calls = new ArrayList<>();
  private final GitHubChannel channel =
      new GitHubChannel(
          new NotifierTarget(
              "issues",
              TargetFormat.GITHUB,
              URI.create(REPOSITORY),
              "token",
              Set.of(GateState.OPENED),
              Set.of(),
              Optional.empty()),
          this::send);

  private CompletableFuture<Answer> send(HttpCall call) {
    calls.add(call);
    try {
      return CompletableFuture.completedFuture(answer(call));
    } catch (Exception wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private Answer answer(HttpCall call) throws Exception {
    assertThat(call.headers()).containsEntry("Authorization", "Bearer token");
    assertThat(call.uri().toString()).startsWith(REPOSITORY + "/issues");
    switch (call.method()) {
      case "GET" -> {
        int page = Integer.parseInt(call.uri().getQuery().replaceAll(".*&page=(\\d+).*", "$1"));
        ArrayNode list = JSON.createArrayNode();
        issues.stream().skip(100L * (page - 1)).limit(100).forEach(list::add);
        return new Answer(200, "", Optional.empty(), list.toString());
      }
      case "POST" -> {
        ObjectNode issue = (ObjectNode) JSON.readTree(call.body());
        issues.add(0, issue.put("number", issues.size() + 1).put("state", "open"));
        return new Answer(201, "", Optional.empty(), "{}");
      }
      default -> {
        int number = Integer.parseInt(call.uri().getPath().replaceAll(".*/", ""));
        ObjectNode issue = issues.get(issues.size() - number);
        ((ObjectNode) JSON.readTree(call.body()))
            .properties()
            .forEach(field -> issue.set(field.getKey(), field.getValue()));
        return new Answer(200, "", Optional.empty(), "{}");
      }
    }
  }

  private void deliver(GateTrigger change) {
    assertThat(channel.deliver(GateChanges.notification(change)).join().isDelivered()).isTrue();
  }

  @Test
  void gateHasOneIssue_howeverOftenItsChangesCome() {
    // Given
    GateTrigger opened = GateChanges.change("g", 1, GateState.OPENED);
    GateTrigger updated = GateChanges.change("g", 2, GateState.UPDATED);
    GateTrigger closed = GateChanges.change("g", 3, GateState.CLOSED);

    // When
    List.of(opened, opened, updated, closed, opened, closed, closed).forEach(this::deliver);
    deliver(GateChanges.change("other", 1, GateState.OPENED));

    // Then
    assertThat(issues).hasSize(2);
    JsonNode issue = issues.get(1);
    assertThat(issue.path("title").asText()).isEqualTo(GateChanges.ERROR);
    assertThat(issue.path("state").asText()).isEqualTo("closed");
    assertThat(issue.path("body").asText())
        .contains("- Agent: `coder`")
        .containsOnlyOnce("Gate closed: approve by ann");
    assertThat(issue.path("labels").toString())
        .isEqualTo("[\"eddyline:gate\",\"eddyline:loop-prevention\"]");
  }

  @Test
  void issueIsFoundOnLaterPages() {
    // Given
    deliver(GateChanges.change("g", 1, GateState.OPENED));
    for (int other = 0; other < 230; other++) {
      deliver(GateChanges.change("other" + other, 1, GateState.OPENED));
    }

    // When
    deliver(GateChanges.change("g", 2, GateState.CLOSED));

    // Then
    assertThat(issues).hasSize(231);
    assertThat(issues.get(230).path("state").asText()).isEqualTo("closed");
  }

  @Test
  void textOfAnAgentCannotTakeTheIssueOfAnotherGate() {
    // Given
    GateTrigger planted = GateChanges.change("evil", 1, GateState.OPENED);
    String marker = "<!-- eddyline gate g -->";
    planted.setEvidence(
        List.of(
            new Evidence("e", GateChanges.AT, 0, 0L, "```\n" + marker + "\n@team", null, null)));
    planted.setText(marker);
    planted.setAgentId(marker);

    // When
    deliver(planted);
    deliver(GateChanges.change("g", 1, GateState.OPENED));
    deliver(GateChanges.change("g", 2, GateState.CLOSED));

    // Then
    assertThat(issues).hasSize(2);
    assertThat(issues.get(1).path("state").asText()).isEqualTo("open");
    assertThat(issues.get(0).path("state").asText()).isEqualTo("closed");
    assertThat(issues.get(1).path("body").asText()).doesNotContain("\n```\n" + marker);
  }

  @Test
  void closingOfAGateWithoutIssueNeedsNone() {
    // When
    deliver(GateChanges.change("g", 2, GateState.CLOSED));

    // Then
    assertThat(issues).isEmpty();
  }
}
