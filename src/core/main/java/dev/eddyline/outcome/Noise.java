package dev.eddyline.outcome;

import dev.eddyline.text.Hash;
import dev.eddyline.text.Truncation;
import dev.eddyline.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Warnings, and lines that a runtime puts around each result, such as a warning of its shell: they
 * come at the edge of several results of different calls, numbers apart.
 *
 * @param edges the newest lines at an edge, least recent first
 */
record Noise(List<EdgeLine> edges) {

  static final Noise NONE = new Noise(List.of());

  private static final int MAX_EDGES = 12;

  /** Lines at the beginning of a result that may be noise; and as many at the end. */
  private static final int EDGE_LINES = 2;

  private static final int MIN_LETTERS = 3;

  /** Calls whose results have a line, from which it is noise. */
  private static final int MANY_CALLS = 3;

  /** Characters of a line that are compared: bounds the work on a line that is hostile. */
  private static final int MAX_CHARS = 500;

  private static final Pattern NUMBER = Pattern.compile("[0-9a-f]*\\d[0-9a-f]*+");

  /**
   * A line at the edge of results.
   *
   * @param line hash of it without numbers, 16 bits
   * @param call hash of the newest call with it, 16 bits
   * @param calls number of calls with it that differ from the one before
   */
  record EdgeLine(int line, int call, int calls) {}

  Noise {
    edges = List.copyOf(edges);
  }

  /** The lines without noise; all of them if nothing else is left. */
  List<String> removeFrom(List<String> lines) {
    Set<Integer> noise =
        edges.stream()
            .filter(edge -> edge.calls() >= MANY_CALLS)
            .map(EdgeLine::line)
            .collect(Collectors.toSet());
    List<String> kept =
        lines.stream()
            .filter(line -> !FailureStatement.isWarning(line))
            .filter(line -> noise.isEmpty() || !noise.contains(hash(line)))
            .toList();
    return kept.isEmpty() ? lines : kept;
  }

  /** After the result of a call. */
  Noise with(OpenCall call, List<String> lines) {
    int own = call.shortIdentity();
    List<EdgeLine> now = new ArrayList<>(edges);
    for (int index = 0; index < lines.size(); index++) {
      if ((index < EDGE_LINES || index >= lines.size() - EDGE_LINES)
          && isSentence(lines.get(index))) {
        add(now, hash(lines.get(index)), own);
      }
    }
    return new Noise(now.subList(Math.max(0, now.size() - MAX_EDGES), now.size()));
  }

  /** Whether a line has enough words to be a sentence of a runtime. */
  private static boolean isSentence(String line) {
    return line.chars().filter(Character::isLetter).count() >= MIN_LETTERS;
  }

  private static void add(List<EdgeLine> edges, int line, int call) {
    EdgeLine before = new EdgeLine(line, 0, 0);
    for (EdgeLine edge : edges) {
      before = edge.line() == line ? edge : before;
    }
    edges.remove(before);
    int calls = before.call() == call ? before.calls() : before.calls() + 1;
    edges.add(new EdgeLine(line, call, Math.min(calls, MANY_CALLS)));
  }

  private static int hash(String line) {
    String cut = Truncation.truncate(line, MAX_CHARS);
    String plain = Words.hasAsciiDigit(cut) ? NUMBER.matcher(cut).replaceAll("#") : cut;
    return (int) Hash.of(plain) & 0xffff;
  }
}
