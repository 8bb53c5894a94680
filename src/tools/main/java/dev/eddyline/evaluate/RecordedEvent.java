package dev.eddyline.evaluate;

import dev.eddyline.schema.AgentEvent;
import java.util.Optional;

/**
 * An event of a recorded run.
 *
 * @param line its line in the file, or its number in the case, from 1
 * @param otherFile name of its file, if it is not the run's own file but such as that of a subagent
 */
record RecordedEvent(AgentEvent event, long line, Optional<String> otherFile) {

  /** An event in the run's own file, or in a case. */
  RecordedEvent(AgentEvent event, long line) {
    this(event, line, Optional.empty());
  }

  /** The same event in another file than the run's own. */
  RecordedEvent inOtherFile(String name) {
    return new RecordedEvent(event, line, Optional.of(name));
  }

  /** Its line for people; that of another file with its name. */
  String place() {
    return otherFile.map(name -> name + ":" + line).orElseGet(() -> String.valueOf(line));
  }
}
