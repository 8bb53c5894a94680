package dev.eddyline.cases;

import java.util.List;

/**
 * What both runs of a pair have in common.
 *
 * @param language language of messages and errors
 * @param listing how tools print lists
 * @param marksErrors whether results have {@code isError}
 * @param explains whether calls have an argument that explains them
 * @param talk share of calls with a thought before them
 * @param think median seconds of the model before a call
 * @param noise share of repetitions that are followed by an unrelated call
 * @param nudges whether the harness sends one message again and again while the run is stuck
 * @param companion whether another agent works in the same run
 */
record RunStyle(
    Domain domain,
    String language,
    ToolNaming naming,
    ArgumentShape arguments,
    ResultEnvelope envelope,
    Listing listing,
    boolean marksErrors,
    boolean explains,
    double talk,
    double think,
    double noise,
    boolean nudges,
    boolean companion) {

  private static final List<Double> TALK = List.of(0.0, 0.0, 0.2, 0.7);
  private static final List<Double> NOISE = List.of(0.0, 0.0, 0.15, 0.35);

  static RunStyle choose(Draw draw) {
    Domain domain = draw.pick(CaseTexts.domains());
    boolean english = domain.language().equals("en");
    String language =
        draw.chance(english ? 0.8 : 0.65)
            ? domain.language()
            : draw.pick(english ? CaseTexts.languages() : List.of("en"));
    return new RunStyle(
        domain,
        language,
        draw.pick(List.of(ToolNaming.values())),
        draw.pick(List.of(ArgumentShape.values())),
        draw.pick(List.of(ResultEnvelope.values())),
        draw.pick(List.of(Listing.values())),
        draw.chance(0.7),
        draw.chance(0.15),
        draw.pick(TALK),
        draw.logarithmic(2.5, 55),
        draw.pick(NOISE),
        draw.chance(0.08),
        draw.chance(0.3));
  }
}
