package dev.eddyline.serve;

import dev.eddyline.cli.CommandProvider;
import java.util.Map;
import java.util.function.Supplier;

/** The commands that listen on HTTP ports, or prepare their callers. */
public final class ConsoleCommands implements CommandProvider {

  @Override
  public Map<String, Supplier<Object>> commands() {
    return Map.of(
        "run", RunCommand::new,
        "gateway", GatewayCommand::new,
        "notifier", NotifierCommand::new,
        "token", TokenCommand::new,
        "hook", HookCommand::new);
  }
}
