package dev.eddyline.notifier;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.text.Truncation;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** An alert of PagerDuty for each gate: triggered when it opens, resolved when it is closed. */
final class PagerDutyChannel implements Channel {

  private static final int MAX_SUMMARY_CHARS = 1024;

  private final NotifierTarget target;
  private final Function<HttpCall, CompletableFuture<Answer>> http;

  PagerDutyChannel(NotifierTarget target, Function<HttpCall, CompletableFuture<Answer>> http) {
    this.target = target;
    this.http = http;
  }

  @Override
  public CompletableFuture<Answer> deliver(Notification notification) {
    return http.apply(HttpCall.post(target.url(), event(notification).toString()));
  }

  private ObjectNode event(Notification notification) {
    GateTrigger change = notification.change();
    boolean isClosed = change.getState() == GateState.CLOSED;
    ObjectNode event =
        JsonNodeFactory.instance
            .objectNode()
            .put("routing_key", target.key())
            .put("event_action", isClosed ? "resolve" : "trigger")
            .put("dedup_key", change.getGateId());
    if (isClosed) {
      return event;
    }
    ObjectNode payload =
        event
            .putObject("payload")
            .put("summary", Truncation.shorten(GateTexts.headline(change), MAX_SUMMARY_CHARS))
            .put("source", change.getRootTaskId())
            .put("severity", "warning")
            .put("timestamp", change.getDecidedAt().toString())
            .put("component", change.getAgentId());
    if (change.getWorkflow() != null) {
      payload.put("group", change.getWorkflow());
    }
    ObjectNode details = payload.putObject("custom_details");
    GateTexts.facts(change).forEach(details::put);
    ArrayNode links = event.putArray("links");
    notification.gateUrl().ifPresent(url -> addLink(links, url, "Open in the console"));
    notification.decisionUrl().ifPresent(url -> addLink(links, url, "Decide"));
    event.put("client", "Eddyline");
    return event;
  }

  private static void addLink(ArrayNode links, String url, String text) {
    links.addObject().put("href", url).put("text", text);
  }
}
