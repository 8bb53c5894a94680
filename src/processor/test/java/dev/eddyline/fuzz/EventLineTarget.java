package dev.eddyline.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.inputs.LiveEvents;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.EventWriter;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.schema.AgentEvent;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;

/**
 * Lines of JSON: valid events of every type, their fields and then their characters changed. What
 * is read must be an event that can be published, written and read again.
 */
final class EventLineTarget implements FuzzTarget<String> {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int LARGE = 1 << 20;
  private static final int LONGEST_MESSAGE = 20_000;

  private final EventReader reader = new EventReader(LiveEvents.defaults(Clock.systemUTC()));
  private final EventWriter writer = new EventWriter();
  private final EventRecordTarget bytes;
  private final List<ObjectNode> valid;

  /** Changes of valid events that the seed picks. */
  EventLineTarget(long seed) {
    bytes = new EventRecordTarget(seed);
    valid = bytes.validEvents().stream().map(writer::tree).toList();
  }

  @Override
  public String draw(RandomGenerator random) {
    ObjectNode tree = RandomDraws.oneOf(random, valid);
    int fields = random.nextInt(3);
    if (fields > 0) {
      tree = tree.deepCopy();
    }
    for (; fields > 0; fields--) {
      change(tree, random);
    }
    String line = tree.toString();
    for (int left = random.nextInt(3); left > 0; left--) {
      line = CharacterMutations.changed(line, CharacterMutations.OF_JSON, random);
    }
    if (RandomDraws.oneIn(random, 40)) {
      line = line.replaceFirst("\\{", Matcher.quoteReplacement("{" + member(line, random) + ","));
    }
    return RandomDraws.oneIn(random, 10_000) ? large(random, line) : line;
  }

  private void change(ObjectNode tree, RandomGenerator random) {
    List<String> names = new ArrayList<>();
    tree.fieldNames().forEachRemaining(names::add);
    if (names.isEmpty()) {
      return;
    }
    String name = RandomDraws.oneOf(random, names);
    switch (random.nextInt(6)) {
      case 0 -> tree.remove(name);
      case 1 -> tree.set(name.substring(1) + "x", tree.remove(name));
      case 2 -> tree.set(name, nested(tree.get(name), random));
      case 3 -> tree.set(name, tree.get(RandomDraws.oneOf(random, names)));
      case 4 -> tree.setAll(RandomDraws.oneOf(random, valid));
      default -> tree.set(name, odd(random));
    }
  }

  private static JsonNode odd(RandomGenerator random) {
    return switch (random.nextInt(12)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(random.nextBoolean());
      case 2 -> NODES.numberNode(random.nextLong());
      case 3 -> NODES.numberNode(Double.longBitsToDouble(random.nextLong()));
      case 4 -> NODES.numberNode(-random.nextInt(5));
      case 5 -> NODES.textNode("");
      case 6 -> NODES.textNode("2026-03-01T10:00:00+" + random.nextInt(99));
      case 7 -> NODES.textNode("\uD800 \uDC00\uD83D\uDE42\uD83D");
      case 8 -> NODES.textNode(Character.toString(random.nextInt(0x10000)).repeat(200));
      case 9 -> NODES.arrayNode().add("a").add(random.nextBoolean() ? null : "b").add("");
      case 10 -> NODES.objectNode();
      default -> NODES.textNode("UNKNOWN");
    };
  }

  private static JsonNode nested(JsonNode value, RandomGenerator random) {
    JsonNode result = value;
    for (int left = 1 + random.nextInt(40); left > 0; left--) {
      result =
          random.nextBoolean()
              ? NODES.arrayNode().add(result)
              : NODES.objectNode().set("x", result);
    }
    return result;
  }

  /** A member of the line, or one with a known name. */
  private static String member(String line, RandomGenerator random) {
    int comma = line.indexOf(',');
    return comma > 1 && random.nextBoolean()
        ? line.substring(1, comma)
        : "\"taskId\":\"\\ud800\\u0000\"";
  }

  private static String large(RandomGenerator random, String line) {
    String filling =
        switch (random.nextInt(6)) {
          case 0 -> "\"x\":\"" + "y".repeat(LARGE) + "\",";
          case 1 -> "\"x\":" + "[".repeat(LARGE) + ",";
          case 2 -> "\"x\":" + "9".repeat(LARGE) + ",";
          case 3 -> "\"" + "n".repeat(LARGE) + "\":1,";
          case 4 -> "\"text\":\"" + "\\ud800".repeat(LARGE / 6) + "\",";
          default -> "\"x\":[" + "0,".repeat(LARGE / 2) + "0],";
        };
    return line.replaceFirst("\\{", "{" + java.util.regex.Matcher.quoteReplacement(filling));
  }

  @Override
  public int size(String input) {
    return input.length();
  }

  @Override
  public boolean acceptsInput(String input) {
    AgentEvent event;
    try {
      event = reader.read(input).event();
    } catch (InvalidEventException documented) {
      if (documented.getMessage().length() > LONGEST_MESSAGE) {
        throw new AssertionError("a message that grows with the input", documented);
      }
      return false;
    }
    same(event, bytes.read(bytes.written(event)));
    same(event, again(event));
    return true;
  }

  private AgentEvent again(AgentEvent event) {
    try {
      return reader.read(writer.write(event)).event();
    } catch (InvalidEventException refused) {
      throw new AssertionError("what was written of it is refused", refused);
    }
  }

  private static void same(AgentEvent event, AgentEvent again) {
    if (!event.equals(again)) {
      throw new AssertionError("the event is another once it was written and read again");
    }
  }

  @Override
  public String describeInput(String input) {
    return CharacterMutations.shown(input);
  }
}
