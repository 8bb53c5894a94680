package dev.eddyline.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.keys.ContainerTypes;
import dev.eddyline.keys.KeyType;
import dev.eddyline.keys.ScalarTypes;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An action in a policy: its name, or a mapping that adds a target or a hint.
 *
 * @param action the action; null if the policy names none
 * @param target first target of an escalation; null for the loop type's own
 * @param hint hint for the agent; null for the loop type's own
 */
record ConfiguredAction(@Nullable Action action, @Nullable Target target, @Nullable String hint) {

  /** No action. */
  static final ConfiguredAction NONE = new ConfiguredAction(null, null, null);

  private static final String TYPE = "type";
  private static final String TARGET = "target";
  private static final String HINT = "hint";
  private static final int MAX_HINT = 1_000;
  private static final List<Target> TARGETS =
      List.of(Target.DEBUGGER, Target.PLANNER, Target.LEADER, Target.USER);

  /** The type of keys whose values are actions. */
  static KeyType<ConfiguredAction> type(List<Action> allowed) {
    KeyType<Action> name = ScalarTypes.oneOf(allowed);
    KeyType<ConfiguredAction> mapping = ContainerTypes.mapping(section -> read(section, name));
    return new KeyType<>(
        name.words(),
        () -> KeyType.eitherOf(name, mapping),
        (written, at) -> {
          if (written.isObject()) {
            return mapping.reader().read(written, at);
          }
          Action action = name.reader().read(written, at);
          return action == null ? null : new ConfiguredAction(action, null, null);
        },
        ConfiguredAction::toNode);
  }

  private static ConfiguredAction read(Section section, KeyType<Action> name) {
    Action action = section.about("the action for every occurrence").required(TYPE, name);
    Target target = section.about("first target of an escalation").oneOf(TARGET, null, TARGETS);
    if (target != null && action != null && action != Action.ESCALATE) {
      section.addProblem(TARGET, "is only for escalate");
    }
    String hint = section.about("hint for the agent").read(HINT, ScalarTypes.text(MAX_HINT), null);
    if (hint != null && action != null && action != Action.RETRY_WITH_HINT) {
      section.addProblem(HINT, "is only for retry_with_hint");
    }
    section.rejectUnknownKeys();
    return new ConfiguredAction(action, target, hint);
  }

  private JsonNode toNode() {
    if (action != null && target == null && hint == null) {
      return JsonNodeFactory.instance.textNode(ActionDescriptions.lowerCaseName(action));
    }
    ObjectNode value = JsonNodeFactory.instance.objectNode();
    if (action != null) {
      value.put(TYPE, ActionDescriptions.lowerCaseName(action));
    }
    if (target != null) {
      value.put(TARGET, ActionDescriptions.lowerCaseName(target));
    }
    if (hint != null) {
      value.put(HINT, hint);
    }
    return value;
  }
}
