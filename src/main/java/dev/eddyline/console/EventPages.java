package dev.eddyline.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.json.Defaults;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.json.ReadEvent;
import dev.eddyline.metrics.Canaries;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.signing.DecisionSignatures;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.DecisionRules;
import dev.eddyline.task.EventKind;
import dev.eddyline.task.TaskEngine;
import dev.eddyline.text.Nearest;
import dev.eddyline.topology.Intake;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Events in their JSON form, published where orchestrators publish theirs. */
final class EventPages implements Pages {

  private static final long ANSWER_SECONDS = 10;

  /** Requests that are read and published at a time. */
  private static final int MOST_AT_A_TIME = 16;

  /** Entries of refused and ignored in an answer, together. */
  static final int MOST_ENTRIES = 100;

  private static final int LONGEST_ERROR = 1_000;

  /** Words that begin a problem of the whole line. */
  private static final Set<String> NO_FIELDS = Set.of("not", "field", "more");

  private final EventReader reader = new EventReader(Defaults.live(Clock.systemUTC()));
  private final View view;
  private final Inputs inputs;
  private final DecisionSignatures signatures;
  private final WriteCheck writes;
  private final Semaphore places = new Semaphore(MOST_AT_A_TIME);

  /** Processors that may be busy with reading: the others are the detectors'. */
  private final Semaphore processors =
      new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);

  EventPages(View view, Inputs inputs, DecisionSignatures signatures, WriteCheck writes) {
    this.view = view;
    this.inputs = inputs;
    this.signatures = signatures;
    this.writes = writes;
  }

  /** What was read of a body. */
  private static final class Read {
    private final List<AgentEvent> events = new ArrayList<>();
    private final ArrayNode refused = JsonNodeFactory.instance.arrayNode();
    private final ArrayNode ignored = JsonNodeFactory.instance.arrayNode();
    private boolean isRefused;
    private int more;

    private boolean isFull() {
      return refused.size() + ignored.size() == MOST_ENTRIES;
    }

    /** Adds an entry of the answer, or counts it where there are enough. */
    private void add(ArrayNode entries, int number, String field, String error) {
      if (isFull()) {
        more++;
        return;
      }
      String shown = error.substring(0, Math.min(error.length(), LONGEST_ERROR));
      entries.addObject().put("line", number).put("field", field).put("error", shown);
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
    writes.check(caller, read.events);
    read.events.stream()
        .filter(event -> event.getBody() instanceof HumanIntervened)
        .forEach(signatures::sign);
    AtomicReference<Runnable> stop = new AtomicReference<>(() -> {});
    Optional<CompletableFuture<Told>> answer = Optional.empty();
    boolean asks =
        read.events.size() == 1 && !read.isRefused && EventKind.asksForReply(read.events.get(0));
    if (asks) {
      answer = view.verdictOf(read.events.get(0).getEventId(), stop::set);
    }
    try {
      if (!read.events.isEmpty()) {
        inputs.publish(read.events);
      }
    } catch (ApiException unpublished) {
      stop.get().run();
      throw unpublished;
    }
    ObjectNode taken = JsonNodeFactory.instance.objectNode();
    taken.put("accepted", read.events.size());
    taken.set("refused", read.refused);
    taken.set("ignored", read.ignored);
    taken.put("more", read.more);
    if (asks) {
      taken.putNull("verdict");
    }
    if (answer.isEmpty()) {
      http.status(read.events.isEmpty() ? 400 : 202);
      new Params(http).answer(taken);
      return;
    }
    CompletableFuture<Told> asked = answer.get();
    http.future(
        () ->
            asked
                .orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS)
                .handleAsync(
                    (told, late) -> {
                      stop.get().run();
                      boolean isTold = told != null && view.isCovered(told, caller.scope());
                      http.status(isTold ? 200 : 202);
                      new Params(http)
                          .answer(isTold ? OutputJson.verdict((LoopVerdict) told.record()) : taken);
                      return null;
                    }));
  }

  /** Who is signed in decides in no other name. */
  private static void attribute(AgentEvent event, Caller caller) {
    if (event.getBody() instanceof HumanIntervened decision) {
      if (caller.user() != null) {
        decision.setBy(caller.user());
      }
      decision.setOrigin(caller.origin());
    }
  }

  private Read read(Context http, Caller caller) {
    Read read = new Read();
    processors.acquireUninterruptibly();
    try {
      EventTexts.of(Bodies.text(http)).forEach(one -> take(one.text(), one.number(), caller, read));
    } finally {
      processors.release();
    }
    return read;
  }

  private void take(String line, int number, Caller caller, Read read) {
    try {
      ReadEvent told = reader.read(line);
      AgentEvent event = told.event();
      boolean decision = event.getBody() instanceof HumanIntervened;
      attribute(event, caller);
      // what the processor would refuse is told here, to the one who can put it right
      Intake.check(
          decision ? TaskEngine.home(event) : event.getTaskId(),
          event,
          decision,
          DecisionRules.LIVE);
      if (isCanary(event.getTaskId()) || isCanary(event.getRootTaskId())) {
        String reserved = "taskId must not begin with %s: those are Eddyline's own tasks";
        refuse(
            read, number, reserved.formatted(Canaries.PREFIX), reserved.formatted(Canaries.PREFIX));
        return;
      }
      read.events.add(event);
      for (String name : told.ignored()) {
        // to look for the nearest name is the dear part
        String hint = read.isFull() ? "" : Nearest.hint(name, told.known());
        read.add(read.ignored, number, name, "unknown field, ignored" + hint);
      }
    } catch (InvalidEventException invalid) {
      refuse(read, number, invalid.problems().get(0), invalid.getMessage());
    } catch (BadInputException bad) {
      refuse(read, number, bad.getMessage(), bad.getMessage());
    }
  }

  private static boolean isCanary(String taskId) {
    return taskId != null && Canaries.isCanary(taskId);
  }

  /** A problem begins with the field that it is about, if it is about one. */
  private static void refuse(Read read, int number, String problem, String all) {
    String first = problem.split(" ", 2)[0];
    boolean isField = first.matches("[a-zA-Z_.]{1,60}") && !NO_FIELDS.contains(first);
    read.isRefused = true;
    read.add(read.refused, number, isField ? first : null, all);
  }
}
