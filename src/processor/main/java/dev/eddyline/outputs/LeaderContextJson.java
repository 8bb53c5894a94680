package dev.eddyline.outputs;

import dev.eddyline.json.Doc;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.ActionTaken;
import dev.eddyline.schema.LeaderContext;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The context for a leader's decision, in JSON. */
@Doc(of = LeaderContext.class)
public record LeaderContextJson(Taken current, List<Taken> history, String suggestion) {

  /** An action that was asked for. */
  @Doc(of = ActionTaken.class)
  public record Taken(LoopType loopType, Action action, @Nullable Target target) {

    static Taken of(ActionTaken action) {
      return new Taken(action.getLoopType(), action.getAction(), action.getTarget());
    }
  }

  /** The JSON form of a context; null for none. */
  public static @Nullable LeaderContextJson of(@Nullable LeaderContext context) {
    return context == null
        ? null
        : new LeaderContextJson(
            Taken.of(context.getCurrent()),
            context.getHistory().stream().map(Taken::of).toList(),
            context.getSuggestion());
  }
}
