package dev.eddyline.demo;

import dev.eddyline.policy.Policies;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.yaml.Printable;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The end of the demo's output: the gates that each story opened, with the cost of the loop. */
final class DemoSummary {

  private DemoSummary() {}

  /**
   * Prints the summary.
   *
   * @param rootsByStory the root tasks of each story
   */
  static void print(
      PrintStream out, Policies policies, Map<Story, Set<String>> rootsByStory, GateTracker gates) {
    out.printf(
        "%nPolicy: %s%nOpened gates, with the cost of the loop%n", policies.describePolicies());
    rootsByStory.forEach(
        (story, roots) -> {
          List<GateTrigger> opened = gates.openedFor(roots);
          out.printf("  %s%n", Printable.escape(story.title()));
          if (opened.isEmpty()) {
            out.println("    none");
          }
          opened.forEach(gate -> out.println(Printable.escape(line(gate))));
        });
  }

  private static String line(GateTrigger gate) {
    return "    %s  %s  %s  (%s)"
        .formatted(
            gate.getGateId(),
            gate.getRootTaskId(),
            gate.getReason(),
            OutputPrinter.cost(gate.getCost()));
  }
}
