package dev.eddyline.local;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command that starts a server's JVM.
 *
 * @param classPath the server's own class path
 * @param jvmOptions options of the JVM, including system properties
 * @param mainClass the server's own main class
 * @param arguments arguments of its main method
 */
record ServerCommand(
    String classPath, List<String> jvmOptions, String mainClass, List<String> arguments) {

  ServerCommand {
    jvmOptions = List.copyOf(jvmOptions);
    arguments = List.copyOf(arguments);
  }

  /** The command line that runs it through {@link ServerMain}, whose class is in launcher. */
  List<String> commandLine(Path folder, Path launcher) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(jvmOptions);
    line.add("-Djava.io.tmpdir=" + folder);
    line.add("-cp");
    line.add(launcher + File.pathSeparator + classPath);
    line.add(ServerMain.class.getName());
    line.add(folder.toString());
    line.add(mainClass);
    line.addAll(arguments);
    return line;
  }
}
