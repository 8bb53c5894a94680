package dev.eddyline.detect.requests;

import dev.eddyline.detect.requests.LabelledPairs.Pair;
import dev.eddyline.detect.requests.LabelledPairs.Score;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Draws how well the threshold of collaboration_loop separates the labelled pairs, and writes the
 * numbers next to it.
 *
 * <pre>
 * mvn -q -Dquick package -DskipTests dependency:build-classpath -pl src/meaning -am \
 *   -Dmdep.outputFile=target/classpath
 * java -cp src/meaning/target/test-classes:src/meaning/target/classes:$(cat src/meaning/target/classpath) \
 *     dev.eddyline.detect.requests.SimilarityCurve docs/benchmarks
 * </pre>
 */
public final class SimilarityCurve {

  private static final double FIRST = 0.6;
  private static final double STEP = 0.025;
  private static final int STEPS = 15;
  private static final double DEFAULT = 0.85;
  private static final int LEFT = 60;
  private static final int TOP = 50;
  private static final int WIDTH = 560;
  private static final int HEIGHT = 260;

  /**
   * A line of the picture.
   *
   * @param scores for each threshold
   */
  private record Line(String name, String colour, String dashes, List<Double> scores) {}

  private final List<Pair> made = LabelledPairs.read(LabelledPairs.TRAINING_SET_FILE);
  private final List<Pair> testPairs = LabelledPairs.read(LabelledPairs.TEST_SET_FILE);

  private SimilarityCurve() {}

  /**
   * Writes {@code similarity-curve.svg} and {@code similarity-curve.md}.
   *
   * @param arguments the folder to write to
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      throw new IllegalArgumentException("one argument is required: the folder to write to");
    }
    SimilarityCurve curve = new SimilarityCurve();
    Files.writeString(Path.of(arguments[0], "similarity-curve.svg"), curve.picture());
    Files.writeString(Path.of(arguments[0], "similarity-curve.md"), curve.page());
  }

  private List<Pair> all() {
    List<Pair> all = new ArrayList<>(made);
    all.addAll(testPairs);
    return all;
  }

  private static List<Score> scores(List<Pair> pairs, ToDoubleFunction<Pair> measure) {
    List<Double> similarities = pairs.stream().map(measure::applyAsDouble).toList();
    List<Score> scores = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      scores.add(LabelledPairs.score(pairs, similarities, threshold(step)));
    }
    return scores;
  }

  private static double threshold(int step) {
    return FIRST + step * STEP;
  }

  private String page() {
    StringBuilder page = new StringBuilder();
    List<Score> whole = scores(all(), Pair::similarity);
    List<Score> plain = scores(all(), Pair::plainCosine);
    List<Score> unseen = scores(testPairs, Pair::similarity);
    long open = all().stream().filter(Pair::needsSentenceModel).count();
    page.append(
        """
        <!-- Written by dev.eddyline.detect.requests.SimilarityCurve -->

        # When two requests are the same

        This page is for users who choose the `threshold` of `collaboration_loop` with \
        `similarity: meaning`. It shows precision and recall on %d labelled pairs of requests \
        (`src/core/test/resources/meaning`). The rules were made with %d of them; *unseen* are %d that \
        nothing was adjusted to. Words alone decide %d pairs; the sentence model is asked about %d. \
        *Model alone* is the cosine of the plain texts, without the words. \
        What it means: [similarity by meaning](../explanation/similarity.md).

        ![Precision and recall by threshold](similarity-curve.svg)

        | threshold | precision | recall | unseen: precision | recall | model alone: precision | recall |
        |---|---|---|---|---|---|---|
        """
            .formatted(all().size(), made.size(), testPairs.size(), all().size() - open, open));
    for (int step = 0; step < STEPS; step++) {
      boolean preset = Math.abs(threshold(step) - DEFAULT) < 1e-9;
      page.append(
          String.format(
              Locale.ROOT,
              "| %.3f%s | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f |%n",
              threshold(step),
              preset ? " (default)" : "",
              whole.get(step).precision(),
              whole.get(step).recall(),
              unseen.get(step).precision(),
              unseen.get(step).recall(),
              plain.get(step).precision(),
              plain.get(step).recall()));
    }
    return page.toString();
  }

  private String picture() {
    List<Score> whole = scores(all(), Pair::similarity);
    List<Score> plain = scores(all(), Pair::plainCosine);
    List<Line> lines =
        List.of(
            new Line("precision", "#0b6e99", "", precision(whole)),
            new Line("recall", "#b3541e", "", recall(whole)),
            new Line("precision, model alone", "#0b6e99", "5 4", precision(plain)),
            new Line("recall, model alone", "#b3541e", "5 4", recall(plain)));
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 370" font-family="sans-serif" \
        font-size="13" role="img" aria-label="Precision and recall by threshold">
        <rect width="820" height="370" fill="#fff"/>
        <text x="60" y="28" font-size="16">Labelled pairs of requests, by threshold</text>
        """);
    for (int tenth = 4; tenth <= 10; tenth++) {
      line(svg, LEFT, y(tenth / 10.0), LEFT + WIDTH, y(tenth / 10.0), "#ddd");
      text(svg, LEFT - 32, y(tenth / 10.0) + 4, "%.1f", tenth / 10.0);
    }
    for (int step = 0; step < STEPS; step += 2) {
      text(svg, x(threshold(step)) - 14, TOP + HEIGHT + 20, "%.2f", threshold(step));
    }
    line(svg, x(DEFAULT), TOP, x(DEFAULT), TOP + HEIGHT, "#777");
    text(svg, x(DEFAULT) + 4, TOP + HEIGHT - 6, "default %.2f", DEFAULT);
    int legend = TOP + 10;
    for (Line each : lines) {
      draw(svg, each, legend);
      legend += 24;
    }
    return svg.append("</svg>\n").toString();
  }

  private static List<Double> precision(List<Score> scores) {
    return scores.stream().map(Score::precision).toList();
  }

  private static List<Double> recall(List<Score> scores) {
    return scores.stream().map(Score::recall).toList();
  }

  private static void draw(StringBuilder svg, Line drawn, int legend) {
    StringBuilder points = new StringBuilder();
    for (int step = 0; step < STEPS; step++) {
      points.append(
          String.format(
              Locale.ROOT, "%.1f,%.1f ", x(threshold(step)), y(drawn.scores().get(step))));
    }
    String style =
        "fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\""
            .formatted(drawn.colour(), drawn.dashes().isEmpty() ? "none" : drawn.dashes());
    svg.append("<polyline points=\"%s\" %s/>%n".formatted(points.toString().strip(), style));
    svg.append("<polyline points=\"640,%d 670,%d\" %s/>%n".formatted(legend, legend, style));
    text(svg, 678, legend + 4, drawn.name());
  }

  private static void line(
      StringBuilder svg, double x1, double y1, double x2, double y2, String colour) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>%n",
            x1,
            y1,
            x2,
            y2,
            colour));
  }

  private static void text(StringBuilder svg, double x, double y, String text, Object... of) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\">%s</text>%n",
            x,
            y,
            String.format(Locale.ROOT, text, of)));
  }

  private static double x(double threshold) {
    return LEFT + WIDTH * (threshold - FIRST) / (STEP * (STEPS - 1));
  }

  private static double y(double share) {
    return TOP + HEIGHT * (1 - Math.max(0.35, share)) / 0.65;
  }
}
