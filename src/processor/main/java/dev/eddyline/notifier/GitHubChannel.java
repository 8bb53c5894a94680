package dev.eddyline.notifier;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.text.Truncation;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * An issue for each gate, closed with it. The issue names its gate in a comment that readers do not
 * see, so that a repeated notification finds it and opens no second one.
 */
final class GitHubChannel implements Channel {

  /** Label of every issue, by which they are found. */
  static final String LABEL = "eddyline:gate";

  /** Start of the comment that names a gate; texts of agents are before the last one. */
  private static final String MARKER = "<!-- eddyline gate ";

  /** Comment before what is said of the closing. */
  private static final String CLOSED = "<!-- eddyline closed -->";

  private static final int PAGE_SIZE = 100;

  /** Pages that are searched for an issue; the newest issues come first. */
  private static final int MAX_PAGES = 20;

  private static final int MAX_TEXT_CHARS = 2_000;
  private static final JsonMapper JSON = new JsonMapper();

  private final String repository;
  private final Map<String, String> headers;
  private final Function<HttpCall, CompletableFuture<Answer>> http;

  GitHubChannel(NotifierTarget target, Function<HttpCall, CompletableFuture<Answer>> http) {
    repository = target.url().toString();
    headers =
        Map.of(
            "Authorization", "Bearer " + target.key(),
            "Accept", "application/vnd.github+json",
            "X-GitHub-Api-Version", "2022-11-28");
    this.http = http;
  }

  @Override
  public CompletableFuture<Answer> deliver(Notification notification) {
    return deliverToIssue(notification, 1);
  }

  /** Changes the gate's issue if a page of issues has it; otherwise looks at the next page. */
  private CompletableFuture<Answer> deliverToIssue(Notification notification, int page) {
    String list =
        "/issues?state=all&labels=%s&per_page=%d&page=%d&since=%s"
            .formatted(LABEL.replace(":", "%3A"), PAGE_SIZE, page, since(notification.change()));
    return call("GET", list, "")
        .thenCompose(
            answer -> {
              if (!answer.isDelivered()) {
                return CompletableFuture.completedFuture(answer);
              }
              JsonNode issues = parse(answer.body());
              if (!issues.isArray()) {
                return CompletableFuture.completedFuture(Answer.none("the list is not readable"));
              }
              for (JsonNode issue : issues) {
                String body = issue.path("body").asText("");
                int marker = body.lastIndexOf(MARKER);
                if (marker >= 0 && body.startsWith(marker(notification.change()), marker)) {
                  String open = body.substring(0, marker).split(CLOSED, 2)[0];
                  return change(issue.path("number").asInt(), open, notification);
                }
              }
              return issues.size() < PAGE_SIZE || page == MAX_PAGES
                  ? create(notification)
                  : deliverToIssue(notification, page + 1);
            });
  }

  /** Before the issue was created, whatever GitHub's clock shows. */
  private static Instant since(GateTrigger change) {
    return change.getOpenedAt().minus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS);
  }

  /** Changes an issue; a closed one keeps the text that it had while its gate was open. */
  private CompletableFuture<Answer> change(int number, String open, Notification notification) {
    GateTrigger gate = notification.change();
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    if (gate.getState() == GateState.CLOSED) {
      String closing = CLOSED + code(GateTexts.headline(gate)) + "\n\n" + marker(gate) + "\n";
      fields.put("body", open + closing);
      fields.put("state", "closed").put("state_reason", "completed");
    } else {
      fields.put("title", GateTexts.headline(gate));
      fields.put("body", body(notification));
    }
    return call("PATCH", "/issues/" + number, fields.toString());
  }

  private CompletableFuture<Answer> create(Notification notification) {
    GateTrigger change = notification.change();
    if (change.getState() == GateState.CLOSED) {
      return CompletableFuture.completedFuture(new Answer(204, "", Optional.empty(), ""));
    }
    ObjectNode issue =
        JsonNodeFactory.instance
            .objectNode()
            .put("title", GateTexts.headline(change))
            .put("body", body(notification));
    issue.putArray("labels").add(LABEL);
    if (change.getLabel() != null && !change.getLabel().equals(LABEL)) {
      issue.withArray("labels").add(change.getLabel());
    }
    return call("POST", "/issues", issue.toString());
  }

  private static String marker(GateTrigger change) {
    return MARKER + change.getGateId() + " -->";
  }

  private static String body(Notification notification) {
    GateTrigger change = notification.change();
    StringBuilder body = new StringBuilder();
    GateTexts.facts(change)
        .forEach(
            (name, value) ->
                body.append("- ").append(name).append(": ").append(code(value)).append('\n'));
    body.append('\n').append(block(change.getText()));
    for (Evidence evidence : change.getEvidence()) {
      body.append('\n')
          .append(evidence.getOccurredAt())
          .append('\n')
          .append(block(evidence.getWhat()));
    }
    notification
        .gateUrl()
        .ifPresent(url -> body.append("\n[Open in the console](").append(url).append(")\n"));
    notification
        .decisionUrl()
        .ifPresent(url -> body.append("\n[Decide](").append(url).append(")\n"));
    return body.append('\n').append(marker(change)).append('\n').toString();
  }

  /** A text as code: mentions and links in it have no effect. */
  private static String code(String text) {
    return "`"
        + Truncation.shorten(text, MAX_TEXT_CHARS).replace('`', '\'').replaceAll("\\s+", " ")
        + "`";
  }

  private static String block(String text) {
    String shortened = Truncation.shorten(text, MAX_TEXT_CHARS).replace("```", "'''");
    return "```text\n" + shortened + "\n```\n";
  }

  private CompletableFuture<Answer> call(String method, String path, String body) {
    return http.apply(new HttpCall(method, URI.create(repository + path), headers, body));
  }

  private static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException unreadable) {
      return JsonNodeFactory.instance.missingNode();
    }
  }
}
