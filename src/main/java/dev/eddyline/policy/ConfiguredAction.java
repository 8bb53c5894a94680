package dev.eddyline.policy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Target;
import dev.eddyline.yaml.Section;
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

  private static final String TYPE = "type";
  private static final String TARGET = "target";
  private static final String HINT = "hint";
  private static final int MAX_HINT = 1_000;
  private static final List<Target> TARGETS =
      List.of(Target.DEBUGGER, Target.PLANNER, Target.LEADER, Target.USER);

  /** Reads the action of a key. */
  static ConfiguredAction read(Section actions, String key, List<Action> allowed) {
    if (!actions.isMapping(key)) {
      return new ConfiguredAction(actions.oneOf(key, null, allowed), null, null);
    }
    Section section = actions.section(key);
    Action action = section.oneOf(TYPE, null, allowed);
    if (!section.names().contains(TYPE)) {
      section.addProblem(TYPE, "is required");
    }
    Target target = section.oneOf(TARGET, null, TARGETS);
    if (target != null && action != null && action != Action.ESCALATE) {
      section.addProblem(TARGET, "is only for escalate");
    }
    String hint = section.names().contains(HINT) ? section.requiredText(HINT, MAX_HINT) : null;
    if (hint != null && action != null && action != Action.RETRY_WITH_HINT) {
      section.addProblem(HINT, "is only for retry_with_hint");
    }
    section.rejectUnknownKeys();
    declare(actions, key, action, target, hint);
    return new ConfiguredAction(action, target, hint);
  }

  /** Declares the key with its value, so that policies can be shown and compared. */
  private static void declare(
      Section actions,
      String key,
      @Nullable Action action,
      @Nullable Target target,
      @Nullable String hint) {
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
    actions.declareKey(key, "an action", JsonNodeFactory.instance.nullNode(), value);
  }
}
