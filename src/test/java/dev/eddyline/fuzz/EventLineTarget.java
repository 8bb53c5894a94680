package dev.eddyline.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.json.EventDefaults;
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

  private final EventReader reader = new EventReader(EventDefaults.live(Clock.systemUTC()));
  private final EventWriter writer = new EventWriter();
  private final EventRecordTarget bytes;
  private final List<ObjectNode> valid;

  /** Changes of valid events that the seed picks. */
  EventLineTarget(long seed) {
    bytes = new EventRecordTarget(seed);
    valid = bytes.validEvents().stream().map(writer::tree).toList();
  }

  @Override
  public String draw(RandomGenerator lots) {
    ObjectNode tree = RandomDraws.oneOf(lots, valid);
    int fields = lots.nextInt(3);
    if (fields > 0) {
      tree = tree.deepCopy();
    }
    for (; fields > 0; fields--) {
      change(tree, lots);
    }
    String line = tree.toString();
    for (int left = lots.nextInt(3); left > 0; left--) {
      line = CharacterMutations.changed(line, CharacterMutations.OF_JSON, lots);
    }
    if (RandomDraws.oneIn(lots, 40)) {
      line = line.replaceFirst("\\{", Matcher.quoteReplacement("{" + member(line, lots) + ","));
    }
    return RandomDraws.oneIn(lots, 10_000) ? large(lots, line) : line;
  }

  private void change(ObjectNode tree, RandomGenerator lots) {
    List<String> names = new ArrayList<>();
    tree.fieldNames().forEachRemaining(names::add);
    if (names.isEmpty()) {
      return;
    }
    String name = RandomDraws.oneOf(lots, names);
    switch (lots.nextInt(6)) {
      case 0 -> tree.remove(name);
      case 1 -> tree.set(name.substring(1) + "x", tree.remove(name));
      case 2 -> tree.set(name, nested(tree.get(name), lots));
      case 3 -> tree.set(name, tree.get(RandomDraws.oneOf(lots, names)));
      case 4 -> tree.setAll(RandomDraws.oneOf(lots, valid));
      default -> tree.set(name, odd(lots));
    }
  }

  private static JsonNode odd(RandomGenerator lots) {
    return switch (lots.nextInt(12)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(lots.nextBoolean());
      case 2 -> NODES.numberNode(lots.nextLong());
      case 3 -> NODES.numberNode(Double.longBitsToDouble(lots.nextLong()));
      case 4 -> NODES.numberNode(-lots.nextInt(5));
      case 5 -> NODES.textNode("");
      case 6 -> NODES.textNode("2026-03-01T10:00:00+" + lots.nextInt(99));
      case 7 -> NODES.textNode("\uD800 \uDC00\uD83D\uDE42\uD83D");
      case 8 -> NODES.textNode(Character.toString(lots.nextInt(0x10000)).repeat(200));
      case 9 -> NODES.arrayNode().add("a").add(lots.nextBoolean() ? null : "b").add("");
      case 10 -> NODES.objectNode();
      default -> NODES.textNode("UNKNOWN");
    };
  }

  private static JsonNode nested(JsonNode value, RandomGenerator lots) {
    JsonNode result = value;
    for (int left = 1 + lots.nextInt(40); left > 0; left--) {
      result =
          lots.nextBoolean() ? NODES.arrayNode().add(result) : NODES.objectNode().set("x", result);
    }
    return result;
  }

  /** A member of the line, or one with a known name. */
  private static String member(String line, RandomGenerator lots) {
    int comma = line.indexOf(',');
    return comma > 1 && lots.nextBoolean()
        ? line.substring(1, comma)
        : "\"taskId\":\"\\ud800\\u0000\"";
  }

  private static String large(RandomGenerator lots, String line) {
    String filling =
        switch (lots.nextInt(6)) {
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
  public boolean accepts(String input) {
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
  public String describe(String input) {
    return CharacterMutations.shown(input);
  }
}
