package dev.eddyline.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Main class of a local server's JVM: runs the server's own main method until its starter ends.
 *
 * <p>The starter owns the other end of this process's standard input and never writes to it. End of
 * input means that the starter has ended in any way: the server's folder is deleted and the process
 * halted. Only the JDK and {@link TempFolder} are on the class path in addition to the server.
 */
public final class ServerMain {

  private ServerMain() {}

  /**
   * Runs a server.
   *
   * @param args the server's folder, its main class, and that class's own arguments
   */
  public static void main(String[] args) throws ReflectiveOperationException {
    TempFolder folder = new TempFolder(Path.of(args[0]));
    ignoreInterruptSignals();
    Thread watch = new Thread(() -> exitWhenStarterExits(folder), "starter-watch");
    watch.setDaemon(true);
    watch.start();
    Class.forName(args[1])
        .getMethod("main", String[].class)
        .invoke(null, (Object) Arrays.copyOfRange(args, 2, args.length));
  }

  /** Copies this class and its dependencies to a folder on a server's class path. */
  static void installInto(Path classes) throws IOException {
    for (Class<?> type : List.of(ServerMain.class, TempFolder.class)) {
      String file = type.getName().replace('.', '/') + ".class";
      Path target = classes.resolve(file);
      Files.createDirectories(target.getParent());
      try (InputStream code = type.getClassLoader().getResourceAsStream(file)) {
        Files.copy(code, target);
      }
    }
  }

  private static void exitWhenStarterExits(TempFolder folder) {
    int exitCode = 0;
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
      folder.delete();
    } catch (IOException e) {
      e.printStackTrace();
      exitCode = 1;
    } finally {
      Runtime.getRuntime().halt(exitCode);
    }
  }

  /**
   * Ignores Ctrl-C, which reaches the terminal's whole process group: otherwise the server would
   * end before its starter has closed its clients. Reflection, because javac warns of every use of
   * sun.misc.
   */
  private static void ignoreInterruptSignals() throws ReflectiveOperationException {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    Object nothing =
        Proxy.newProxyInstance(
            handler.getClassLoader(), new Class<?>[] {handler}, (proxy, method, given) -> null);
    signal
        .getMethod("handle", signal, handler)
        .invoke(null, signal.getConstructor(String.class).newInstance("INT"), nothing);
  }
}
