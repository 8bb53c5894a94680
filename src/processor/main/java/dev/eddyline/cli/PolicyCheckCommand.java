package dev.eddyline.cli;

import dev.eddyline.policy.InvalidPolicyException;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyDraft;
import dev.eddyline.yaml.Printable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddyline policy check}: checks whether policies are valid. */
@Command(
    name = "check",
    description =
        "Reads policies and prints for each that it is valid, or all its problems, one line each"
            + " on standard error. Warns of keys without effect. Also checks all together: a workflow has only one policy. Exit"
            + " code 2 when a policy is not valid.",
    mixinStandardHelpOptions = true)
final class PolicyCheckCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "NAME|FILE", description = "presets, files or folders")
  private List<String> names;

  @Override
  public Integer call() {
    List<PolicyDraft> validPolicies = new ArrayList<>();
    boolean allRight = true;
    for (String name : names) {
      allRight &= check(name, validPolicies);
    }
    return areCompatible(validPolicies) && allRight ? ExitCode.OK : ExitCode.USAGE;
  }

  /** Checks each policy by itself; adds the valid ones to the list. */
  private boolean check(String name, List<PolicyDraft> validPolicies) {
    List<PolicyDraft> sources;
    try {
      sources = PolicyDraft.loadPresetFileOrFolder(name);
    } catch (InvalidPolicyException missing) {
      return printCheckResult(missing);
    }
    boolean allRight = true;
    for (PolicyDraft source : sources) {
      try {
        printCheckResult(source.originName(), source.read());
        printWarnings(source);
        validPolicies.add(source);
      } catch (InvalidPolicyException wrong) {
        allRight = printCheckResult(wrong);
      }
    }
    return allRight;
  }

  private boolean areCompatible(List<PolicyDraft> sources) {
    try {
      Policies.read(sources);
      return true;
    } catch (InvalidPolicyException conflict) {
      return printCheckResult(conflict);
    }
  }

  private void printCheckResult(String place, Policy policy) {
    spec.commandLine()
        .getOut()
        .println(
            Printable.escape(
                "%s: OK, name %s, workflow %s, version %s, detectors: %s"
                    .formatted(
                        place,
                        policy.name(),
                        policy
                            .workflow()
                            .map(workflow -> "'" + workflow + "'")
                            .orElse("all the rest"),
                        policy.version(),
                        policy.hasNoEnabledRules()
                            ? "none (name rules, or add extends: default)"
                            : String.join(", ", policy.enabledRuleNames()))));
  }

  private void printWarnings(PolicyDraft source) {
    PrintWriter err = spec.commandLine().getErr();
    source
        .warnings()
        .forEach(
            warning ->
                err.println(Printable.escape(source.originName() + ": warning: " + warning)));
  }

  /** Prints the problems; always false. */
  private boolean printCheckResult(InvalidPolicyException wrong) {
    PrintWriter err = spec.commandLine().getErr();
    wrong
        .problems()
        .forEach(problem -> err.println(Printable.escape(wrong.source() + ": " + problem)));
    return false;
  }
}
