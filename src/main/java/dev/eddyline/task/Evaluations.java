package dev.eddyline.task;

import dev.eddyline.detect.BudgetExceeded;
import dev.eddyline.detect.Detectors;
import dev.eddyline.gate.Case;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.RootStanding;
import dev.eddyline.gate.Ruling;
import dev.eddyline.gate.Subject;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.EvaluationQuestion;
import dev.eddyline.schema.EvaluationVerdict;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.TaskState;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Processes the answers of evaluators, however late. The verdict names the evaluated failure. An
 * answer without an open request has no effect.
 */
public final class Evaluations {

  private static final BudgetExceeded BUDGET =
      Detectors.SHIPPED.stream()
          .filter(BudgetExceeded.class::isInstance)
          .map(BudgetExceeded.class::cast)
          .findFirst()
          .orElseThrow();

  private final Supplier<Policies> policies;

  /**
   * A handler that uses these policies.
   *
   * @param policies the policies in force when an answer is processed
   */
  public Evaluations(Supplier<Policies> policies) {
    this.policies = Objects.requireNonNull(policies, "policies");
  }

  /** An empty outbox for an answer at these coordinates. */
  public static Outbox outbox(Place place) {
    return Outbox.ofEvaluation(place.topic(), place.partition(), place.offset(), place.decidedAt());
  }

  /** Processes an answer on its task's partition. Only an accepted answer changes the state. */
  public Answered take(ProgressEvaluation answer, Place place, Memory memory, Outbox outbox) {
    String task = answer.getTaskId();
    Optional<TaskState> kept =
        RootView.remembered(
            Optional.ofNullable(memory.task(task)), policies.get(), place.storageTime());
    EvaluationQuestion question = kept.map(Questions::question).orElse(null);
    if (question == null || !question.getRequestId().equals(answer.getRequestId())) {
      return Answered.UNKNOWN;
    }
    if (question.getAnswered()) {
      return Answered.REPEATED;
    }
    TaskState state = kept.get();
    Policy policy =
        policies.get().of(state.getWorkflow()).at(question.getStep(), state.getComplexity());
    String rootId = state.getRootTaskId() == null ? task : state.getRootTaskId();
    boolean isRoot = rootId.equals(task);
    RootStanding root;
    if (isRoot) {
      root = Tasks.standing(state, task, memory);
    } else {
      Subtask below = Subtask.of(rootId, state, question.getAt(), place, memory);
      below.follow(answer.getRequestId());
      root = below.root();
    }
    boolean outdated =
        Questions.question(state) == null
            || root.epoch() != question.getEpoch()
            || state.getSigns().getProgress() > question.getProgress();
    if (outdated || !policy.evaluation().enabled()) {
      return giveUp(policy.evaluation().enabled(), state, root, task, memory);
    }
    root.keepWindow(policy, state.getNewestAt());
    Subject subject =
        new Subject(
            question.getSeen().getEventId(),
            task,
            rootId,
            question.getAgentId(),
            question.getSessionId(),
            state.getWorkflow(),
            question.getAt());
    Case situation =
        new Case(subject, policy, state.getCost(), root, Learners.of(rootId, memory, policies))
            .recorded(place.recordTime(), memory.firstStart(), false);
    question.setAnswered(true);
    boolean isExternal = answer.getVerdict() == EvaluationVerdict.EXTERNAL;
    question.setExternal(isExternal ? question.getExternal() + 1 : 0);
    Optional<FoundLoop> loop = EvaluatedLoop.of(answer, question, state, policy);
    loop.ifPresent(found -> conclude(found, question, situation, state, isRoot, place, outbox));
    if (isRoot) {
      Roots.tell(rootId, root, subject.at(), outbox);
    }
    Tasks.keepLeaderContext(state, outbox);
    Tasks.save(state, root, task, memory);
    return Answered.TAKEN;
  }

  /** Closes the open request without an effect, so that the task can be evaluated again. */
  private static Answered giveUp(
      boolean on, TaskState state, RootStanding root, String task, Memory memory) {
    EvaluationQuestion open = Questions.question(state);
    if (open != null) {
      open.setAnswered(true);
      Tasks.save(state, root, task, memory);
    }
    return on ? Answered.OUTDATED : Answered.OFF;
  }

  /** Counts the loop where the counter is: on this partition or on the root's. */
  private static void conclude(
      FoundLoop found,
      EvaluationQuestion question,
      Case situation,
      TaskState state,
      boolean isRoot,
      Place place,
      Outbox outbox) {
    List<FoundLoop> loops = List.of(found);
    Policy policy = situation.policy();
    if (isRoot) {
      Tasks.startAnew(Ruling.rule(situation, loops, Optional.empty(), outbox), state);
    } else {
      outbox.add(
          Signals.loop(
              situation.subject(),
              question.getStep(),
              state.getComplexity(),
              loops,
              situation.taskCost(),
              situation.root().epoch(),
              place.recordTime(),
              false,
              false,
              Optional.empty(),
              outbox));
      state.setCounted(state.getCounted() || Ruling.counts(loops));
      Tasks.startAnew(Ruling.expected(situation, loops, state.getSignalled()), state);
      state.setSignalled(Ruling.signalled(situation, loops, state.getSignalled()));
    }
    Waiting.backOff(state, loops, situation.subject().at(), policy);
    if (Ruling.counts(loops)) {
      BudgetExceeded.startBudget(question.getSeen(), state, policy.limits(BUDGET));
    }
  }
}
