package dev.eddyline.cli;

import java.util.Map;
import java.util.function.Supplier;

/**
 * The commands of another module, such as {@code run} or {@code demo}; {@code META-INF/services}
 * names its class.
 */
public interface CommandProvider {

  /**
   * Commands by name. Each is a picocli {@code @Command} that returns an {@link ExitCode}; it is
   * created only if it is called, or for the help of all commands.
   */
  Map<String, Supplier<Object>> commands();
}
