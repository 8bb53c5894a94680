package dev.eddyline.prose;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** What people read in Java sources: comments, log lines, errors, descriptions of options. */
final class JavaTexts {

  /** A text and where it starts, the line from 1. */
  record JavaText(Path file, long line, String text) {}

  private static final Pattern TOKEN =
      Pattern.compile(
          "\"\"\"(?:\\\\.|(?!\"\"\").)*+\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\"|'(?:\\\\.|[^'\\\\])+'"
              + "|(?<comment>//[^\\n]*|/\\*(?:(?!\\*/).)*+\\*/)",
          Pattern.DOTALL);
  private static final Pattern CODE =
      Pattern.compile("(?s)\\{@\\w+[^}]*}|<pre>.*?</pre>|`[^`]*`|@(param|throws|see) \\S+");
  private static final Set<String> LOG_METHODS =
      Set.of("log", "trace", "debug", "info", "warn", "error");

  private JavaTexts() {}

  private static List<Path> files(String... roots) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String root : roots) {
      try (Stream<Path> tree = Files.walk(Path.of(root))) {
        tree.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
      }
    }
    return files;
  }

  /** The comments of all files below these folders, without the code in them. */
  static List<JavaText> comments(String... roots) throws IOException {
    List<JavaText> comments = new ArrayList<>();
    for (Path file : files(roots)) {
      String source = Files.readString(file);
      for (MatchResult token : TOKEN.matcher(source).results().toList()) {
        if (token.group().startsWith("/")) {
          long line = source.substring(0, token.start()).lines().count();
          String prose = CODE.matcher(token.group()).replaceAll("CODE");
          comments.add(
              new JavaText(file, Math.max(1, line), prose.replaceAll("\\s*\\n\\s*\\*?", " ")));
        }
      }
    }
    return comments;
  }

  /** The string literals in log calls, exceptions and annotations below these folders. */
  static List<JavaText> messages(String... roots) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (var manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  null,
                  List.of("-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromPaths(files(roots)));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      List<JavaText> messages = new ArrayList<>();
      for (CompilationUnitTree unit : task.parse()) {
        new Messages(unit, positions, messages).scan(unit, false);
      }
      return messages;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Scans a file; the second argument says whether a literal here is a message. */
  private static final class Messages extends TreeScanner<@Nullable Void, Boolean> {

    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<JavaText> messages;

    Messages(CompilationUnitTree unit, SourcePositions positions, List<JavaText> messages) {
      this.unit = unit;
      this.positions = positions;
      this.messages = messages;
    }

    @Override
    public @Nullable Void visitNewClass(NewClassTree tree, Boolean message) {
      return super.visitNewClass(
          tree, message || tree.getIdentifier().toString().endsWith("Exception"));
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, Boolean message) {
      String method = tree.getMethodSelect().toString();
      String name = method.substring(method.lastIndexOf('.') + 1);
      return super.visitMethodInvocation(
          tree, message || LOG_METHODS.contains(name) || method.matches("\\w+Exception\\.\\w+"));
    }

    @Override
    public @Nullable Void visitAnnotation(AnnotationTree tree, Boolean message) {
      return super.visitAnnotation(
          tree, !tree.getAnnotationType().toString().startsWith("Suppress"));
    }

    @Override
    public @Nullable Void visitLiteral(LiteralTree tree, Boolean message) {
      if (message && tree.getValue() instanceof String text) {
        long start = positions.getStartPosition(unit, tree);
        messages.add(
            new JavaText(
                Path.of(unit.getSourceFile().getName()),
                unit.getLineMap().getLineNumber(start),
                text.replaceAll("`[^`]*`", "CODE")));
      }
      return super.visitLiteral(tree, message);
    }
  }
}
