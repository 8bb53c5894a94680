package dev.eddyline.tools;

import dev.eddyline.cli.CommandProvider;
import java.util.Map;
import java.util.function.Supplier;

/** The commands that are not part of what a server runs. */
public final class ToolCommands implements CommandProvider {

  @Override
  public Map<String, Supplier<Object>> commands() {
    return Map.of(
        "demo", DemoCommand::new,
        "evaluate", EvaluateCommand::new,
        "bench", BenchCommand::new,
        "chaos", ChaosCommand::new);
  }
}
