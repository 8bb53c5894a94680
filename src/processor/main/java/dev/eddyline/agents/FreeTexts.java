package dev.eddyline.agents;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.Transition;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.text.Hash;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The free texts of an event: what agents, tools and people wrote, and names of steps. */
public final class FreeTexts {

  /** Longest text that {@link #shorten} leaves as it is, characters. */
  public static final int MAX_LENGTH = 100_000;

  private FreeTexts() {}

  /** Replaces each text of an event; unknown texts remain unknown. */
  public static void replace(AgentEvent event, UnaryOperator<String> replacement) {
    for (Text text : texts(event.getBody())) {
      String value = text.get();
      if (value != null) {
        text.set(replacement.apply(value));
      }
    }
  }

  /** Characters of all texts of an event. */
  public static int length(AgentEvent event) {
    return texts(event.getBody()).stream()
        .map(Text::get)
        .filter(Objects::nonNull)
        .mapToInt(String::length)
        .sum();
  }

  /** Shortens long texts, so that the event fits into its topic and into a request. */
  public static void shorten(AgentEvent event) {
    replace(event, FreeTexts::shortened);
  }

  /** The text; if it is too long, its start and a hash of the whole: equal texts remain equal. */
  private static String shortened(String text) {
    if (text.length() <= MAX_LENGTH) {
      return text;
    }
    boolean isPair = Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1));
    String start = text.substring(0, isPair ? MAX_LENGTH - 1 : MAX_LENGTH);
    return "%s… (%d characters, hash %s)".formatted(start, text.length(), Hash.id(text));
  }

  private static List<Text> texts(Object body) {
    if (body instanceof ToolCalled call) {
      return List.of(
          new Text(call::getArguments, call::setArguments),
          new Text(call::getLoopKey, call::setLoopKey));
    } else if (body instanceof ToolReturned result) {
      return List.of(new Text(result::getOutput, result::setOutput));
    } else if (body instanceof ResponseProduced response) {
      return List.of(new Text(response::getText, response::setText));
    } else if (body instanceof UserMessage message) {
      return List.of(new Text(message::getText, message::setText));
    } else if (body instanceof TaskStarted started) {
      return List.of(new Text(started::getGoal, started::setGoal));
    } else if (body instanceof FailureReported failure) {
      return List.of(
          new Text(failure::getMessage, failure::setMessage),
          new Text(failure::getStackTrace, failure::setStackTrace));
    } else if (body instanceof Transition transition) {
      return List.of(
          new Text(transition::getFrom, transition::setFrom),
          new Text(transition::getTo, transition::setTo));
    } else if (body instanceof CollaborationRequested request) {
      return List.of(new Text(request::getRequest, request::setRequest));
    }
    return body instanceof CollaborationAnswered answer
        ? List.of(new Text(answer::getResponse, answer::setResponse))
        : List.of();
  }

  /** A text of an event, which may be null. */
  private record Text(Supplier<String> getter, Consumer<String> setter) {

    String get() {
      return getter.get();
    }

    void set(String value) {
      setter.accept(value);
    }
  }
}
