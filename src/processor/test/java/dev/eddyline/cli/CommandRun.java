package dev.eddyline.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/**
 * A command that was run in this process.
 *
 * @param code its exit code
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
public record CommandRun(int code, String out, String err) {

  /** Runs a command. */
  public static CommandRun of(List<String> options, String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(1, options);
    CommandLine commandLine = Eddyline.commandLine();
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    int code = commandLine.execute(all.toArray(String[]::new));
    return new CommandRun(code, out.toString(), err.toString());
  }
}
