package dev.eddyline.console.ingest;

import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.Route;
import dev.eddyline.console.json.EventsJson;
import dev.eddyline.console.json.ReplyJson;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.CpuLimiter;
import dev.eddyline.console.web.EventSplitter;
import dev.eddyline.console.web.Pages;
import dev.eddyline.console.web.Params;
import dev.eddyline.console.web.RequestBodies;
import dev.eddyline.json.EventDefaults;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.json.ParsedEvents;
import dev.eddyline.keys.Nearest;
import dev.eddyline.outputs.VerdictJson;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.EventKind;
import dev.eddyline.yaml.Printable;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Accepts events as JSON: publishes all events of a request, or none if one is invalid. */
public final class EventPages implements Pages {

  /** Header that gives the events of a repeated request the same ids. */
  static final String IDEMPOTENCY_KEY = "Idempotency-Key";

  private static final int LONGEST_KEY = 256;
  private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(10);

  /** Maximum of concurrent requests. */
  private static final int MAX_CONCURRENT_REQUESTS = 16;

  /** Maximum of rejected and ignored entries in an answer. */
  static final int MAX_LISTED_PROBLEMS = 100;

  private static final int LONGEST_ERROR = 1_000;

  /** First words of a problem that is about the whole line. */
  private static final Set<String> WHOLE_LINE_PROBLEM_FIRST_WORDS = Set.of("not", "field", "more");

  private final EventIngest ingest;
  private final Semaphore requestPermits = new Semaphore(MAX_CONCURRENT_REQUESTS);

  /** Serves the routes for events. */
  public EventPages(EventIngest ingest) {
    this.ingest = ingest;
  }

  /** The parsed body of a request. */
  private static final class ParsedBody {
    private final List<AgentEvent> events = new ArrayList<>();

    /** The line of each event that requests a reply. */
    private final List<Integer> lineNumbersOfReplyRequests = new ArrayList<>();

    private final List<EventsJson.Line> refused = new ArrayList<>();
    private final List<EventsJson.Line> ignored = new ArrayList<>();
    private int lines;
    private int more;

    private boolean isFull() {
      return refused.size() + ignored.size() == MAX_LISTED_PROBLEMS;
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
    Route.EVENTS.serve(config, this::publishWithinConcurrencyLimit);
  }

  private void publishWithinConcurrencyLimit(Context http) {
    if (!requestPermits.tryAcquire()) {
      throw ApiException.of(503, "too many requests with events at a time: try again in a second")
          .withRetryAfter(1);
    }
    try {
      process(http);
    } finally {
      requestPermits.release();
    }
  }

  private void process(Context http) {
    Caller caller = Caller.of(http);
    ParsedBody parsed = read(http, caller);
    if (!parsed.refused.isEmpty()) {
      String error = "nothing was published: correct the refused lines and send all events again";
      http.status(400);
      new Params(http).answer(new EventsJson.Refused(error, parsed.refused, parsed.more));
      return;
    }
    CompletableFuture<Void> answer =
        ingest
            .publish(caller, parsed.events, REPLY_TIMEOUT)
            .thenAccept(replies -> answer(http, parsed, replies));
    http.future(() -> answer);
  }

  private static void answer(Context http, ParsedBody parsed, List<Optional<LoopVerdict>> replies) {
    boolean hasAllReplies = !replies.isEmpty() && replies.stream().allMatch(Optional::isPresent);
    http.status(hasAllReplies ? 200 : 202);
    Params params = new Params(http);
    if (hasAllReplies && parsed.lines == 1) {
      VerdictJson verdict = VerdictJson.of(replies.get(0).get());
      params.answer(parsed.ignored.isEmpty() ? verdict : new ReplyJson(verdict, parsed.ignored));
      return;
    }
    List<EventsJson.Asked> verdicts = new ArrayList<>();
    for (int i = 0; i < replies.size(); i++) {
      verdicts.add(
          new EventsJson.Asked(
              parsed.lineNumbersOfReplyRequests.get(i),
              replies.get(i).map(VerdictJson::of).orElse(null)));
    }
    params.answer(new EventsJson(parsed.lines, verdicts, parsed.ignored, parsed.more));
  }

  private static ParsedBody read(Context http, Caller caller) {
    String key = idempotencyKey(http);
    return CpuLimiter.SHARED.run(() -> read(RequestBodies.text(http), key, caller));
  }

  private static ParsedBody read(String body, String key, Caller caller) {
    ParsedBody parsed = new ParsedBody();
    LineIds ids = new LineIds(key);
    EventReader reader = new EventReader(EventDefaults.live(Instant::now, ids));
    for (EventSplitter.NumberedText line : EventSplitter.split(body)) {
      ids.line = line.number();
      process(reader, line, caller, parsed);
    }
    return parsed;
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

  private static void process(
      EventReader reader, EventSplitter.NumberedText line, Caller caller, ParsedBody parsed) {
    try {
      ParsedEvents events = reader.read(line.text());
      for (AgentEvent event : events.events()) {
        // reports here what the processor would dead-letter later
        EventIngest.check(caller, event);
        parsed.events.add(event);
        if (EventKind.asksForReply(event)) {
          parsed.lineNumbersOfReplyRequests.add(line.number());
        }
      }
      parsed.lines++;
      for (String name : events.ignored()) {
        // finding the nearest name is expensive
        String hint = parsed.isFull() ? "" : Nearest.hint(name, events.known());
        parsed.ignore(line.number(), name, "unknown field, ignored" + hint);
      }
    } catch (InvalidEventException invalid) {
      refuse(parsed, line.number(), invalid.problems().get(0), invalid.getMessage());
    } catch (BadInputException bad) {
      refuse(parsed, line.number(), bad.getMessage(), bad.getMessage());
    }
  }

  /** Adds a problem, whose first word may be the name of a field. */
  private static void refuse(ParsedBody parsed, int line, String problem, String all) {
    String first = problem.split(" ", 2)[0];
    boolean isField =
        first.matches("[a-zA-Z_.]{1,60}") && !WHOLE_LINE_PROBLEM_FIRST_WORDS.contains(first);
    parsed.refuse(line, isField ? first : null, all);
  }
}
