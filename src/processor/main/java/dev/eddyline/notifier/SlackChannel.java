package dev.eddyline.notifier;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.text.Truncation;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A message for each change, to an incoming webhook of Slack. */
final class SlackChannel implements Channel {

  /** Longest text of a field and of a header in Slack's blocks. */
  private static final int MAX_FIELD_CHARS = 500;

  private static final int MAX_HEADER_CHARS = 150;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final URI url;
  private final Function<HttpCall, CompletableFuture<Answer>> http;

  SlackChannel(NotifierTarget target, Function<HttpCall, CompletableFuture<Answer>> http) {
    url = target.url();
    this.http = http;
  }

  @Override
  public CompletableFuture<Answer> deliver(Notification notification) {
    return http.apply(HttpCall.post(url, message(notification).toString()));
  }

  private static ObjectNode message(Notification notification) {
    GateTrigger change = notification.change();
    String headline = GateTexts.headline(change);
    ObjectNode message =
        NODES
            .objectNode()
            .put("text", escape(headline))
            .put("parse", "none")
            .put("link_names", false);
    ArrayNode blocks = message.putArray("blocks");
    ObjectNode header = blocks.addObject().put("type", "header");
    // plain text is not interpreted, so it is not escaped
    header
        .putObject("text")
        .put("type", "plain_text")
        .put("text", Truncation.shorten(headline, MAX_HEADER_CHARS));
    ArrayNode fields = blocks.addObject().put("type", "section").putArray("fields");
    GateTexts.facts(change)
        .forEach(
            (name, value) ->
                fields
                    .addObject()
                    .put("type", "mrkdwn")
                    // no links and mentions are made of names in a text
                    .put("verbatim", true)
                    .put(
                        "text",
                        "*%s*\n%s"
                            .formatted(name, escape(Truncation.shorten(value, MAX_FIELD_CHARS)))));
    addLinks(blocks, notification);
    return message;
  }

  private static void addLinks(ArrayNode blocks, Notification notification) {
    ArrayNode buttons = NODES.arrayNode();
    notification.gateUrl().ifPresent(url -> addButton(buttons, "Open in the console", url));
    if (notification.change().getState() != GateState.CLOSED) {
      notification.decisionUrl().ifPresent(url -> addButton(buttons, "Decide", url));
    }
    if (!buttons.isEmpty()) {
      blocks.addObject().put("type", "actions").set("elements", buttons);
    }
  }

  private static void addButton(ArrayNode buttons, String name, String url) {
    ObjectNode button = buttons.addObject().put("type", "button").put("url", url);
    button.putObject("text").put("type", "plain_text").put("text", name);
  }

  /** Escapes the characters with which Slack's links and mentions begin. */
  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
