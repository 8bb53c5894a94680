package dev.eddyline.app;

import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.streams.state.HostInfo;

/** Why an instance cannot say how a task stands. */
public sealed interface LeaderAnswer {

  /**
   * Another instance is to be asked.
   *
   * @param taskId the task to ask it for
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
