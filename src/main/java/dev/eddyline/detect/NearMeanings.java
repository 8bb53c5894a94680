package dev.eddyline.detect;

import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.NearCall;
import dev.eddyline.schema.RequestText;
import dev.eddyline.schema.RequestVector;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.WaitingCalls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Failing calls whose arguments cannot be compared by words alone: creates the question to the
 * sentence model at the limit, and handles its answer.
 *
 * @param seen the event of the newest result
 * @param limits the rule's limits
 */
record NearMeanings(Observation seen, RepeatedActionLimits limits) {

  /** Minimum cosine of arguments with the same meaning, as for requests. */
  private static final double SAME = 0.85;

  /** The model input for a call; null if the model is not used. */
  static @Nullable String text(ToolCalled call, RepeatedActionLimits limits, Observation seen) {
    String said = ActionTrail.said(call);
    return limits.asksForMeaning() && CoreText.fits(said) ? Requests.core(said, seen) : null;
  }

  /**
   * Extends the result of the comparison by words.
   *
   * @param told the result by words
   * @param before the history before it
   * @param call the call that it answers
   */
  Finding<ActionHistory> after(
      Finding<ActionHistory> told, ActionHistory before, ToolAction action, OpenCall call) {
    if (!limits.asksForMeaning()) {
      return told;
    }
    ActionHistory history = told.history();
    AlikeRun alike = history.alike();
    if (alike == null || !alike.last().eventId().equals(action.eventId())) {
      return told; // other calls in between
    }
    if (!action.failed()) {
      return with(told, history.near().anew());
    }
    AlikeRun earlier = before.alike();
    if (isEqual(earlier, action) && !history.near().run().isEmpty()) {
      return told; // not one more
    }
    List<NearCall> run = new ArrayList<>();
    Double likeness =
        earlier == null || isFirst(earlier, action) || history.near().run().isEmpty()
            ? Double.valueOf(0)
            : likeness(earlier, before.near(), call);
    if (likeness == null || likeness > SAME) {
      run.addAll(history.near().run());
    }
    run.add(NearCalls.call(action, call, likeness != null));
    NearCalls near = history.near().withRun(Newest.of(run, limits.near()));
    Finding<ActionHistory> followed = with(told, near);
    boolean settled = told.loop().isPresent() || told.forgiven().isPresent();
    return settled || near.run().size() < limits.near() ? followed : told(followed);
  }

  private static Finding<ActionHistory> with(Finding<ActionHistory> told, NearCalls near) {
    return new Finding<>(told.loop(), told.forgiven(), told.history().withNear(near));
  }

  private static boolean isEqual(@Nullable AlikeRun before, ToolAction action) {
    return before != null && before.last().failed() && before.last().call() == action.call();
  }

  private boolean isFirst(@Nullable AlikeRun before, ToolAction action) {
    return before == null
        || !before.last().tool().equals(action.tool())
        || !before.first().isNear(action, limits)
        || !AlikeRun.failAlike(before.last(), action, limits);
  }

  /** Similarity to the arguments of the call before; null if words do not decide. */
  private @Nullable Double likeness(AlikeRun before, NearCalls near, OpenCall call) {
    if (before.arguments().ratio(call.arguments()) >= AlikeRun.LITTLE) {
      return 1.0;
    }
    String earlier = Newest.of(near.run()).getText();
    if (earlier == null || call.text() == null) {
      return 0.0;
    }
    Request one = request(earlier);
    Request other = request(call.text());
    return RequestMeasure.MEANING.leavesOpen(one, other)
        ? null
        : Double.valueOf(RequestMeasure.MEANING.of(one, other));
  }

  private Request request(String text) {
    return Request.of(text, limits.masking(), new EventTexts(seen.redaction()));
  }

  /** At the limit: a loop if words decide, otherwise a question. */
  private Finding<ActionHistory> told(Finding<ActionHistory> followed) {
    ActionHistory history = followed.history();
    List<NearCall> run = history.near().run();
    if (run.stream().skip(1).allMatch(NearCall::getAlike)) {
      return Finding.of(loop(run, ActionLoops.said(seen)), history);
    }
    if (!history.near().mayWait()) {
      return followed;
    }
    Map<Long, RequestText> texts = new HashMap<>();
    List<RequestText> inOrder = new ArrayList<>();
    for (int at = 1; at < run.size(); at++) {
      if (!run.get(at).getAlike()) {
        for (NearCall call : List.of(run.get(at - 1), run.get(at))) {
          RequestText text = new RequestText(call.getCall(), call.getText());
          if (texts.put(call.getCall(), text) == null) {
            inOrder.add(text);
          }
        }
      }
    }
    WaitingCalls waiting =
        new WaitingCalls(
            seen.event().getEventId(),
            seen.texts().redacted(ActionLoops.said(seen)),
            seen.signs().getProgress(),
            run);
    return Finding.open(
        new OpenQuestion(RepeatedAction.KEY, Newest.of(run).getCall(), "", List.of(), inOrder),
        history.withNear(history.near().with(waiting)));
  }

  /** Implements {@link RuleByMeaning#found}. */
  static Finding<ActionHistory> found(
      MeaningFound found,
      Observation seen,
      ActionHistory history,
      RepeatedActionLimits limits,
      boolean lapses) {
    Optional<WaitingCalls> waiting = history.near().waiting(found.getEventId());
    if (waiting.isEmpty()) {
      return Finding.none(history);
    }
    WaitingCalls asked = waiting.get();
    ActionHistory after = history.withNear(history.near().without(asked));
    if (!limits.asksForMeaning() || !isAlike(asked.getCalls(), found)) {
      return Finding.none(after);
    }
    if (lapses && seen.signs().getProgress() > asked.getProgress()) {
      return Finding.forgiven(SignsOfLife.reason(seen.signs()), after);
    }
    return Finding.of(
        new NearMeanings(seen, limits).loop(asked.getCalls(), asked.getWhat()), after);
  }

  /** Whether the arguments of each call are similar to those of the call before. */
  private static boolean isAlike(List<NearCall> calls, MeaningFound found) {
    Map<Long, SentenceVector> vectors = new HashMap<>();
    for (RequestVector told : found.getVectors()) {
      if (told.getVector().hasRemaining()) {
        vectors.put(told.getExact(), new SentenceVector(told.getVector()));
      }
    }
    for (int at = 1; at < calls.size(); at++) {
      SentenceVector one = vectors.get(calls.get(at - 1).getCall());
      SentenceVector other = vectors.get(calls.get(at).getCall());
      boolean same = one != null && other != null && one.cosine(other) > SAME;
      if (!calls.get(at).getAlike() && !same) {
        return false;
      }
    }
    return true;
  }

  private FoundLoop loop(List<NearCall> calls, String newest) {
    List<ToolAction> members = calls.stream().map(NearCalls::action).toList();
    ActionPattern pattern =
        new ActionPattern(
            ActionPattern.Kind.NEAR,
            1,
            members.size(),
            limits.near(),
            true,
            members.get(0),
            members);
    return ActionLoops.of(pattern, newest, seen, limits);
  }
}
