import dev.eddyline.embedded.LoopGuard;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.*;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** An agent with a guard in its own process: hints go to the model, and a gate ends the run. */
public class Guarded {
  static final LoopGuard GUARD = LoopGuard.of(Policies.preset("default"));
  static final String TASK = "release-" + UUID.randomUUID();

  public static void main(String[] args) {
    String hint = "none";
    for (int call = 1; call <= 20; call++) {
      String command = model(hint);
      observe(new ToolCalled("call-" + call, "shell", command, null, null));
      List<LoopVerdict> verdicts = observe(new ToolReturned("call-" + call, "shell", run(command), true));
      System.out.println("call " + call + ": " + command);
      for (LoopVerdict verdict : verdicts) {
        System.out.println("verdict: " + verdict.getLoopType() + " " + verdict.getAction());
        hint = verdict.getText();
        System.out.println("prompt: " + hint);
        if (verdict.getGateId() != null || verdict.getAction() == Action.ABORT) {
          System.out.println("stopped: " + verdict.getReason());
          return;
        }
      }
    }
  }

  /** A mock model: it takes no hint. */
  static String model(String hint) {
    return "helm upgrade web ./chart";
  }

  /** A mock tool: it always fails. */
  static String run(String command) {
    return "Error: UPGRADE FAILED: another operation is in progress";
  }

  static List<LoopVerdict> observe(Object body) {
    return GUARD.observe(AgentEvent.newBuilder().setEventId(UUID.randomUUID().toString())
        .setTaskId(TASK).setAgentId("release-agent").setOccurredAt(Instant.now()).setBody(body).build());
  }
}
