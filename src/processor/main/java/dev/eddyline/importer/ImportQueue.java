package dev.eddyline.importer;

import dev.eddyline.sessions.format.SessionConsumer;
import dev.eddyline.sessions.format.SessionFileEvent;
import dev.eddyline.yaml.Printable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Events that were read and not yet published, and counts of what was. */
public final class ImportQueue {

  /** Number of events at which the queue is published. */
  static final int BATCH = 500;

  private final EventTarget target;
  private final PrintWriter problems;
  private final List<ImportedEvent> events = new ArrayList<>();
  private long published;
  private long rejected;

  /** A queue for a target; problems are printed, one line each. */
  public ImportQueue(EventTarget target, PrintWriter problems) {
    this.target = target;
    this.problems = problems;
  }

  /** A consumer of the events of one session. It publishes full batches. */
  SessionConsumer consumerOf(String file) {
    return new SessionConsumer() {
      @Override
      public void acceptEvent(SessionFileEvent event) {
        add(file, event);
        if (isFull()) {
          publish();
        }
      }

      @Override
      public void rejectRecord(long position, String reason) {
        reportProblem(file, position, reason);
      }
    };
  }

  void add(String file, SessionFileEvent event) {
    events.add(new ImportedEvent(file, event.position(), event.toJson()));
  }

  void reportProblem(String file, long line, String reason) {
    rejected++;
    problems.println(Printable.escape("%s:%d: %s".formatted(file, line, reason)));
    problems.flush();
  }

  boolean isFull() {
    return events.size() >= BATCH;
  }

  /** Publishes all events; returns when the target has accepted them. */
  void publish() {
    if (!events.isEmpty()) {
      List<ImportedEvent.Refusal> refused = target.publish(events);
      refused.forEach(it -> reportProblem(it.event().file(), it.event().line(), it.reason()));
      published += events.size() - refused.size();
      events.clear();
    }
  }

  /** Number of events that the target accepted. */
  public long published() {
    return published;
  }

  /** Number of records that could not be read, and of events that were refused. */
  public long rejected() {
    return rejected;
  }
}
