package dev.eddyline.app;

import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.streams.state.HostInfo;

/** Why an instance cannot return a task. */
public sealed interface LookupFailure {

  /**
   * The task is on another instance.
   *
   * @param taskId the task
   * @param instance the instance's application.server; empty where none is configured
   */
  record OnOtherInstance(String taskId, Optional<HostInfo> instance) implements LookupFailure {

    public OnOtherInstance {
      Objects.requireNonNull(taskId, "taskId");
      Objects.requireNonNull(instance, "instance");
    }
  }

  /**
   * The task cannot be read now and the caller should retry: the processor does not run, or the
   * task's partition is moving or being restored.
   *
   * @param reason why, as text
   */
  record NotReady(String reason) implements LookupFailure {

    public NotReady {
      Objects.requireNonNull(reason, "reason");
    }
  }

  /**
   * The task's home is here, but it is unknown: never seen, or expired.
   *
   * @param taskId the task
   */
  record UnknownTask(String taskId) implements LookupFailure {

    public UnknownTask {
      Objects.requireNonNull(taskId, "taskId");
    }
  }
}
