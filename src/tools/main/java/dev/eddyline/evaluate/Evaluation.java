package dev.eddyline.evaluate;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.guards.ReferenceGuard;
import dev.eddyline.policy.Policy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Policies and reference guards, compared with the labels of recorded runs.
 *
 * @param tolerance events between a verdict and a labelled event that it still finds, ≥ 0
 * @param policies the scores of the policies
 * @param guards the scores of the reference guards
 * @param redaction redacts a text of an event by all policies that were used
 */
public record Evaluation(
    int tolerance,
    List<JudgeScore> policies,
    List<JudgeScore> guards,
    UnaryOperator<String> redaction) {

  /** Default of the tolerance: a thought, a tool call and its result. */
  public static final int DEFAULT_TOLERANCE = 3;

  /**
   * Judges the runs of these files.
   *
   * @param files files and folders with events or cases
   * @param policies names, files or folders of policies; with none it is {@code default}, or the
   *     policy that a case names
   * @param guards reference guards
   * @param tolerance see the component
   * @param problems receives lines that cannot be read
   * @throws IOException when a file cannot be read
   */
  public static Evaluation evaluate(
      List<String> files,
      Labels labels,
      List<String> policies,
      List<ReferenceGuard> guards,
      int tolerance,
      InputProblems problems)
      throws IOException {
    if (tolerance < 0) {
      throw new InvalidSettingException("--tolerance: must be ≥ 0, was " + tolerance);
    }
    boolean followsRun = policies.isEmpty();
    List<PolicyJudge> judges =
        (followsRun ? List.of("default") : policies)
            .stream().map(name -> new PolicyJudge(name, followsRun, problems)).toList();
    List<LabelledRun> runs = RunReader.read(files, labels, problems);
    List<JudgeScore> ofPolicies = new ArrayList<>();
    for (PolicyJudge judge : judges) {
      ofPolicies.add(score(judge, runs, tolerance));
    }
    List<JudgeScore> ofGuards = new ArrayList<>();
    for (ReferenceGuard guard : guards) {
      ofGuards.add(score(new GuardJudge(guard), runs, tolerance));
    }
    return new Evaluation(tolerance, ofPolicies, ofGuards, redaction(judges));
  }

  private static UnaryOperator<String> redaction(List<PolicyJudge> judges) {
    List<Redaction> all =
        judges.stream()
            .flatMap(judge -> judge.policies().stream())
            .flatMap(policies -> policies.all().stream())
            .map(Policy::redaction)
            .distinct()
            .toList();
    return text -> {
      String redacted = text;
      for (Redaction redaction : all) {
        redacted = redaction.apply(redacted);
      }
      return redacted;
    };
  }

  /** Whether nothing can be judged: no run has a label. */
  public boolean hasNoLabel() {
    return policies.stream()
        .flatMap(judge -> judge.runs().stream())
        .allMatch(run -> run.label().isUnknown());
  }

  /** The scores of policies, then of reference guards. */
  List<JudgeScore> judges() {
    return Stream.concat(policies.stream(), guards.stream()).toList();
  }

  private static JudgeScore score(Judge judge, List<LabelledRun> runs, int tolerance) {
    return JudgeScore.compute(judge.name(), runs.stream().map(judge::judge).toList(), tolerance);
  }
}
