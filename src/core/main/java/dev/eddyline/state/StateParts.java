package dev.eddyline.state;

import dev.eddyline.avro.ByteEncoder;
import dev.eddyline.schema.AttemptHistory;
import dev.eddyline.schema.BudgetHistory;
import dev.eddyline.schema.EvaluationState;
import dev.eddyline.schema.FaultHistory;
import dev.eddyline.schema.IdleHistory;
import dev.eddyline.schema.IterationHistory;
import dev.eddyline.schema.LastHop;
import dev.eddyline.schema.LeaderContext;
import dev.eddyline.schema.MessageRun;
import dev.eddyline.schema.OscillationHistory;
import dev.eddyline.schema.PatternHistory;
import dev.eddyline.schema.PersonDecision;
import dev.eddyline.schema.ReportedDecision;
import dev.eddyline.schema.SeenDecisions;
import dev.eddyline.schema.Signs;
import dev.eddyline.schema.StretchHistory;
import dev.eddyline.schema.TalkHistory;
import dev.eddyline.schema.TallyHistory;
import dev.eddyline.schema.TrendHistory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The parts of a task's record. Most are Avro records ({@link AvroCodec}); {@link StoredRoot} and
 * lists ({@link ListCodec}) have forms of their own. Number 10 is the task's tool calls, whose form
 * is in {@code ActionCodec}.
 */
public final class StateParts {

  /** Progress of the task: counts, and the best measures so far. */
  static final StatePart<Signs> SIGNS = StatePart.ofRecord(1, "signs", Signs.class);

  /** A person's decisions that were seen. */
  static final StatePart<SeenDecisions> DECISIONS =
      StatePart.ofRecord(2, "decisions", SeenDecisions.class);

  /** State of a root task: counter, escalations and gate. */
  static final StatePart<StoredRoot> ROOT = new StatePart<>(3, "root", StoredRoot.CODEC);

  /** Goal and kind of the task, and the last request to an evaluator. */
  static final StatePart<EvaluationState> EVALUATION =
      StatePart.ofRecord(4, "evaluation", EvaluationState.class);

  /** Leader context of the task's last verdict as a root. */
  static final StatePart<LeaderContext> LEADER_CONTEXT =
      StatePart.ofRecord(5, "leaderContext", LeaderContext.class);

  /** The progress of the task when its session last heard of it. */
  static final StatePart<LastHop> LAST_HOP = StatePart.ofRecord(6, "lastHop", LastHop.class);

  /** Ids of the loops that a subtask signalled to its root, least recent first. */
  static final StatePart<List<String>> SIGNALLED =
      new StatePart<>(7, "signalled", new ListCodec<>(new TextCodec()));

  /** Number of entries into each step. */
  public static final StatePart<TallyHistory> STEPS =
      StatePart.ofRecord(11, "steps", TallyHistory.class);

  /** Number of steps that the task entered. */
  public static final StatePart<IterationHistory> ITERATIONS =
      StatePart.ofRecord(12, "iterations", IterationHistory.class);

  /** Number of occurrences of each transition. */
  public static final StatePart<TallyHistory> HOPS =
      StatePart.ofRecord(13, "hops", TallyHistory.class);

  /** The newest transitions and their repetitions. */
  public static final StatePart<PatternHistory> PATTERN =
      StatePart.ofRecord(14, "pattern", PatternHistory.class);

  /** The newest transitions, and when they last were out and back. */
  public static final StatePart<OscillationHistory> OSCILLATION =
      StatePart.ofRecord(15, "oscillation", OscillationHistory.class);

  /** Number of attempts at the task. */
  public static final StatePart<AttemptHistory> ATTEMPTS =
      StatePart.ofRecord(16, "attempts", AttemptHistory.class);

  /** The last message. */
  public static final StatePart<MessageRun> MESSAGE =
      StatePart.ofRecord(17, "message", MessageRun.class);

  /** Cost of the task since its first loop. */
  public static final StatePart<BudgetHistory> BUDGET =
      StatePart.ofRecord(18, "budget", BudgetHistory.class);

  /** Series of increasing failing tests. */
  public static final StatePart<TrendHistory> TREND =
      StatePart.ofRecord(19, "trend", TrendHistory.class);

  /** Events of the task without a test or a completion marker. */
  public static final StatePart<IdleHistory> IDLE =
      StatePart.ofRecord(20, "idle", IdleHistory.class);

  /** Consecutive external faults. */
  public static final StatePart<FaultHistory> FAULT =
      StatePart.ofRecord(21, "fault", FaultHistory.class);

  /** What the newest tool calls of each agent brought. */
  public static final StatePart<StretchHistory> STRETCH =
      StatePart.ofRecord(22, "stretch", StretchHistory.class);

  /** What the agents said since they last said or did something new. */
  public static final StatePart<TalkHistory> TALK =
      StatePart.ofRecord(24, "talk", TalkHistory.class);

  /** Hash of the newest message of a user. */
  public static final StatePart<Long> USER_MESSAGE =
      new StatePart<>(25, "userMessage", new HashCodec());

  /** Entries into steps that review, which progress does not reset. */
  public static final StatePart<TallyHistory> REVIEWS =
      StatePart.ofRecord(26, "reviews", TallyHistory.class);

  /** A person's newest decision about the task as a root. Number 27 was its earlier form. */
  static final StatePart<PersonDecision> DECIDED =
      StatePart.ofRecord(30, "decided", PersonDecision.class);

  /** Which decision about its root was reported to the task. */
  static final StatePart<ReportedDecision> REPORTED =
      StatePart.ofRecord(28, "reported", ReportedDecision.class);

  /** The tenant that an event of the task named first. */
  static final StatePart<String> TENANT = new StatePart<>(29, "tenant", new TextCodec());

  /** All of them, by number. */
  public static final List<StatePart<?>> ALL =
      List.of(
          SIGNS,
          DECISIONS,
          ROOT,
          EVALUATION,
          LEADER_CONTEXT,
          LAST_HOP,
          SIGNALLED,
          STEPS,
          ITERATIONS,
          HOPS,
          PATTERN,
          OSCILLATION,
          ATTEMPTS,
          MESSAGE,
          BUDGET,
          TREND,
          IDLE,
          FAULT,
          STRETCH,
          TALK,
          USER_MESSAGE,
          REVIEWS,
          REPORTED,
          TENANT,
          DECIDED);

  private StateParts() {}

  /** A 64-bit hash. */
  private static final class HashCodec implements PartCodec<Long> {

    @Override
    public void write(Long hash, ByteEncoder out) {
      out.writeFixedLong(hash);
    }

    @Override
    public Long read(ByteBuffer bytes) {
      return bytes.getLong(bytes.position());
    }
  }

  /** A text in UTF-8. */
  private static final class TextCodec implements PartCodec<String> {

    @Override
    public void write(String text, ByteEncoder out) {
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      out.writeFixed(utf8, 0, utf8.length);
    }

    @Override
    public String read(ByteBuffer bytes) {
      return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
    }
  }
}
