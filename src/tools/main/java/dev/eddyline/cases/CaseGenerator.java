package dev.eddyline.cases;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Invents runs of agents in pairs: one is stuck in a stretch within ordinary work, the other only
 * resembles it. The same seed gives the same runs.
 */
public final class CaseGenerator {

  /** Fewest events of a run. */
  static final int LEAST_EVENTS = 40;

  /** Most events of a run. */
  static final int MOST_EVENTS = 120;

  private static final int TRIES = 200;
  private static final Instant EARLIEST = Instant.parse("2026-02-01T00:00:00Z");

  private static final List<CaseKind> KINDS =
      Stream.of(FailingKinds.kinds(), HuntKinds.kinds(), RepeatKinds.kinds(), TeamKinds.kinds())
          .flatMap(List::stream)
          .toList();

  private final long seed;

  /** A generator of the runs of this seed. */
  public CaseGenerator(long seed) {
    this.seed = seed;
  }

  /** Names of all kinds; pairs have them in turn. */
  static List<String> kinds() {
    return KINDS.stream().map(CaseKind::name).toList();
  }

  /**
   * The look-alike and the loop of a pair.
   *
   * @param number number of the pair, from 0
   */
  public List<InventedCase> pair(int number) {
    Draw draw = new Draw(new Draw(seed).seed() + number);
    CaseKind kind = KINDS.get(number % KINDS.size());
    RunStyle style = RunStyle.choose(draw);
    String id = "g%d-%04d-%s".formatted(seed, number, kind.name());
    return List.of(
        create(id + "-1", kind, style, false, draw), create(id + "-2", kind, style, true, draw));
  }

  /** A run of an allowed length; runs that become too long are drawn again. */
  private static InventedCase create(
      String id, CaseKind kind, RunStyle style, boolean stuck, Draw draw) {
    for (int tries = 0; tries < TRIES; tries++) {
      InventedCase drawn = draw(id, kind, style, stuck, new Draw(draw.seed()));
      int size = drawn.events().size();
      if (size >= LEAST_EVENTS && size <= MOST_EVENTS) {
        return drawn;
      }
    }
    throw new IllegalStateException("No run of " + kind.name() + " has an allowed length");
  }

  private static InventedCase draw(
      String id, CaseKind kind, RunStyle style, boolean stuck, Draw draw) {
    long start = EARLIEST.plus(Duration.ofMinutes(draw.between(0, 200_000))).toEpochMilli();
    String prefix = draw.pick(List.of("c", "call_", "toolu_0", "")) + draw.hex(5);
    RunRecorder recorder = new RunRecorder(id, agent(style, 0), prefix + "a", start);
    Stage stage = new Stage(style, draw, recorder);
    OrdinaryWork work = new OrdinaryWork(stage, true);
    open(stage);
    work.workUntil(draw.between(4, 36));
    StuckStretch stretch = null;
    if (stuck) {
      stretch = StuckStretch.perform(stage, kind, work);
    } else {
      kind.ordinary().accept(stage);
    }
    close(stage, work, id, stuck);
    List<ObjectNode> events = new ArrayList<>(recorder.events());
    if (style.companion()) {
      events.addAll(
          companion(
              style, draw, new RunRecorder(id, agent(style, 2), prefix + "b", start), recorder));
      events.sort(Comparator.comparing(event -> event.get("occurredAt").textValue()));
    }
    InventedCase.Label label = stretch == null ? null : label(events, stretch);
    return new InventedCase(id, kind.name(), style.domain(), style.language(), label, events);
  }

  private static String agent(RunStyle style, int number) {
    return style.domain().agents().get(number);
  }

  private static void open(Stage stage) {
    String goal = stage.words.goal();
    if (stage.draw.chance(0.8)) {
      stage.recorder.add("task_started").put("goal", goal);
    }
    if (stage.draw.chance(0.5)) {
      stage.ask(goal);
    }
  }

  private static void close(Stage stage, OrdinaryWork work, String root, boolean stuck) {
    stage.recorder.enter(root);
    stage.recorder.actAs(stage.agent(0));
    stage.think("thought");
    int size = stage.recorder.size();
    if (!stuck || stage.draw.chance(0.3)) {
      work.workUntil(Math.max(LEAST_EVENTS, size + stage.draw.between(0, 8)));
    }
    if (stage.draw.chance(0.5)) {
      String outcome = stuck ? "no result" : "success";
      stage.recorder.add("task_completed").put("outcome", outcome);
    }
  }

  /** Ordinary work of another agent during the whole run, in the same task or in a subtask. */
  private static List<ObjectNode> companion(
      RunStyle style, Draw draw, RunRecorder recorder, RunRecorder main) {
    Stage stage = new Stage(style, draw, recorder);
    OrdinaryWork work = new OrdinaryWork(stage, false);
    if (draw.chance(0.5)) {
      recorder.enter(recorder.task() + ".w");
      recorder.add("task_started").put("goal", stage.words.goal());
    }
    int wanted = main.size() / draw.between(2, 5);
    double pause = (main.millis() - recorder.millis()) / 1000.0 / wanted;
    while (recorder.size() < wanted && recorder.millis() < main.millis()) {
      recorder.pass(pause * draw.logarithmic(0.5, 3));
      work.doChore();
    }
    return recorder.events();
  }

  private static InventedCase.Label label(List<ObjectNode> events, StuckStretch stretch) {
    int stuckFrom = position(events, stretch.first());
    int wantedBy = position(events, stretch.wanted());
    int latest = Math.min(position(events, stretch.last()), 2 * wantedBy - stuckFrom);
    return new InventedCase.Label(stuckFrom, wantedBy, latest);
  }

  /** Number of this event, from 1. No two events of an agent have one time. */
  private static int position(List<ObjectNode> events, ObjectNode wanted) {
    return events.indexOf(wanted) + 1;
  }
}
