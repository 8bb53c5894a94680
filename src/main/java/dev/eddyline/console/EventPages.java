package dev.eddyline.console;

import dev.eddyline.json.EventDefaults;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.json.ParsedEvents;
import dev.eddyline.outputs.VerdictJson;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.EventKind;
import dev.eddyline.text.Nearest;
import dev.eddyline.text.Printable;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Accepts events as JSON: publishes all events of a request, or none if one is invalid. */
final class EventPages implements Pages {

  /** Header that gives the events of a repeated request the same ids. */
  static final String IDEMPOTENCY_KEY = "Idempotency-Key";

  private static final int LONGEST_KEY = 256;
  private static final Duration WAIT = Duration.ofSeconds(10);

  /** Maximum of concurrent requests. */
  private static final int MOST_AT_A_TIME = 16;

  /** Maximum of rejected and ignored entries in an answer. */
  static final int MOST_ENTRIES = 100;

  private static final int LONGEST_ERROR = 1_000;

  /** First words of a problem that is about the whole line. */
  private static final Set<String> NO_FIELDS = Set.of("not", "field", "more");

  private final EventIngest ingest;
  private final Semaphore places = new Semaphore(MOST_AT_A_TIME);

  EventPages(EventIngest ingest) {
    this.ingest = ingest;
  }

  /** The parsed body of a request. */
  private static final class Read {
    private final List<AgentEvent> events = new ArrayList<>();

    /** The line of each event that requests a reply. */
    private final List<Integer> asking = new ArrayList<>();

    private final List<EventsJson.Line> refused = new ArrayList<>();
    private final List<EventsJson.Line> ignored = new ArrayList<>();
    private int lines;
    private int more;

    private boolean isFull() {
      return refused.size() + ignored.size() == MOST_ENTRIES;
    }

    /** Adds an invalid line. It may displace an ignored field. */
    private void refuse(int line, String field, String error) {
      if (isFull() && !ignored.isEmpty()) {
        ignored.remove(ignored.size() - 1);
        more++;
      }
      add(refused, line, field, error);
    }

    /** Adds a field that is ignored. */
    private void ignore(int line, String field, String error) {
      add(ignored, line, field, error);
    }

    /** Adds an entry to the answer, or counts it when the answer is full. */
    private void add(List<EventsJson.Line> entries, int line, String field, String error) {
      if (isFull()) {
        more++;
        return;
      }
      String shown = error.substring(0, Math.min(error.length(), LONGEST_ERROR));
      entries.add(new EventsJson.Line(line, field, shown));
    }
  }

  @Override
  public void addTo(JavalinConfig config) {
    Route.EVENTS.serve(config, this::takeInTurn);
  }

  private void takeInTurn(Context http) {
    if (!places.tryAcquire()) {
      throw ApiException.of(503, "too many requests with events at a time: try again in a second")
          .after(1);
    }
    try {
      take(http);
    } finally {
      places.release();
    }
  }

  private void take(Context http) {
    Caller caller = Caller.of(http);
    Read read = read(http, caller);
    if (!read.refused.isEmpty()) {
      String error = "nothing was published: correct the refused lines and send all events again";
      http.status(400);
      new Params(http).answer(new EventsJson.Refused(error, read.refused, read.more));
      return;
    }
    CompletableFuture<Void> answer =
        ingest
            .publish(caller, read.events, WAIT)
            .thenAccept(replies -> answer(http, read, replies));
    http.future(() -> answer);
  }

  private static void answer(Context http, Read read, List<Optional<LoopVerdict>> replies) {
    boolean isWhole = !replies.isEmpty() && replies.stream().allMatch(Optional::isPresent);
    http.status(isWhole ? 200 : 202);
    Params params = new Params(http);
    if (isWhole && read.lines == 1) {
      VerdictJson verdict = VerdictJson.of(replies.get(0).get());
      params.answer(read.ignored.isEmpty() ? verdict : new ReplyJson(verdict, read.ignored));
      return;
    }
    List<EventsJson.Asked> verdicts = new ArrayList<>();
    for (int i = 0; i < replies.size(); i++) {
      verdicts.add(
          new EventsJson.Asked(
              read.asking.get(i), replies.get(i).map(VerdictJson::of).orElse(null)));
    }
    params.answer(new EventsJson(read.lines, verdicts, read.ignored, read.more));
  }

  private static Read read(Context http, Caller caller) {
    String key = idempotencyKey(http);
    return ProcessorShare.OF_PROCESS.run(() -> read(Bodies.text(http), key, caller));
  }

  private static Read read(String body, String key, Caller caller) {
    Read read = new Read();
    LineIds ids = new LineIds(key);
    EventReader reader = new EventReader(EventDefaults.live(Clock.systemUTC(), ids));
    for (EventTexts.Numbered line : EventTexts.of(body)) {
      ids.line = line.number();
      take(reader, line, caller, read);
    }
    return read;
  }

  private static String idempotencyKey(Context http) {
    String key = http.header(IDEMPOTENCY_KEY);
    if (key != null
        && (key.isBlank() || key.length() > LONGEST_KEY || !Printable.isPrintable(key))) {
      throw ApiException.header(
          400,
          IDEMPOTENCY_KEY,
          "%s must have 1 to %d characters, none of them invisible"
              .formatted(IDEMPOTENCY_KEY, LONGEST_KEY));
    }
    return key;
  }

  /** Ids for events without one: from the idempotency key and the line, or random. */
  private static final class LineIds implements Supplier<String> {
    private final String key;
    private int line;

    private LineIds(String key) {
      this.key = key;
    }

    @Override
    public String get() {
      return key == null ? UUID.randomUUID().toString() : key + ":" + line;
    }
  }

  private static void take(EventReader reader, EventTexts.Numbered line, Caller caller, Read read) {
    try {
      ParsedEvents events = reader.read(line.text());
      for (AgentEvent event : events.events()) {
        // reports here what the processor would dead-letter later
        EventIngest.check(caller, event);
        read.events.add(event);
        if (EventKind.asksForReply(event)) {
          read.asking.add(line.number());
        }
      }
      read.lines++;
      for (String name : events.ignored()) {
        // finding the nearest name is expensive
        String hint = read.isFull() ? "" : Nearest.hint(name, events.known());
        read.ignore(line.number(), name, "unknown field, ignored" + hint);
      }
    } catch (InvalidEventException invalid) {
      refuse(read, line.number(), invalid.problems().get(0), invalid.getMessage());
    } catch (BadInputException bad) {
      refuse(read, line.number(), bad.getMessage(), bad.getMessage());
    }
  }

  /** Adds a problem, whose first word may be the name of a field. */
  private static void refuse(Read read, int line, String problem, String all) {
    String first = problem.split(" ", 2)[0];
    boolean isField = first.matches("[a-zA-Z_.]{1,60}") && !NO_FIELDS.contains(first);
    read.refuse(line, isField ? first : null, all);
  }
}
