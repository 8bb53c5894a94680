package dev.eddyline.detect.api;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.Transition;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.schema.WaitingEnded;
import dev.eddyline.schema.WaitingStarted;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The types of event bodies. */
public final class EventTypes {

  /** Types that show which task a session works on. */
  public static final Set<Class<?>> OF_SESSIONS =
      Set.of(TaskStarted.class, TaskAttempted.class, TaskCompleted.class);

  /** All types in the schema of events. */
  public static final Set<Class<?>> ALL =
      Set.of(
          TaskStarted.class,
          StepStarted.class,
          Transition.class,
          UserMessage.class,
          ResponseProduced.class,
          ToolCalled.class,
          ToolReturned.class,
          FailureReported.class,
          ProgressReported.class,
          CollaborationRequested.class,
          CollaborationAnswered.class,
          TaskAttempted.class,
          WaitingStarted.class,
          WaitingEnded.class,
          TaskCompleted.class,
          HumanIntervened.class);

  private EventTypes() {}

  /** All types but these. */
  public static Set<Class<?>> allBut(Class<?>... omitted) {
    return ALL.stream()
        .filter(Predicate.not(Set.of(omitted)::contains))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether the event shows which task its session works on. */
  public static boolean concernsSession(AgentEvent event) {
    String session = event.getSessionId();
    return session != null
        && !session.isEmpty()
        && OF_SESSIONS.contains(event.getBody().getClass());
  }
}
