package dev.eddyline.app;

import dev.eddyline.task.RootView;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.streams.state.HostInfo;

/** What an instance answers to the question how a task stands. */
public sealed interface LeaderAnswer {

  /**
   * The task is known, and its root is at home here.
   *
   * @param rootTaskId the task's root, the task itself where it is one
   * @param root how that root stands
   */
  record Found(String rootTaskId, RootView root) implements LeaderAnswer {

    public Found {
      Objects.requireNonNull(rootTaskId, "rootTaskId");
      Objects.requireNonNull(root, "root");
    }
  }

  /**
   * Another instance is to be asked.
   *
   * @param taskId the task to ask it for: the same one, or its root
   * @param instance the instance's application.server; empty where none is configured
   */
  record Elsewhere(String taskId, Optional<HostInfo> instance) implements LeaderAnswer {

    public Elsewhere {
      Objects.requireNonNull(taskId, "taskId");
      Objects.requireNonNull(instance, "instance");
    }
  }

  /**
   * Nothing can be said now, and it is worth asking again: the processor does not run yet or any
   * more, or the task's partition moves or is being restored.
   *
   * @param reason why, in words
   */
  record Unready(String reason) implements LeaderAnswer {

    public Unready {
      Objects.requireNonNull(reason, "reason");
    }
  }

  /**
   * The task would be at home here, and is not known: never seen, or forgotten.
   *
   * @param taskId the task
   */
  record Unknown(String taskId) implements LeaderAnswer {

    public Unknown {
      Objects.requireNonNull(taskId, "taskId");
    }
  }
}
