package dev.eddyline.replay;

import dev.eddyline.policy.Mode;
import dev.eddyline.policy.Policy;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The summary of a task's explanation. */
final class ExplanationSummary {

  private static final Pattern COUNT = Pattern.compile("\\d+(\\.\\d+)? of \\d+(\\.\\d+)?");

  private final Map<String, Integer> notes = new LinkedHashMap<>();
  private final Set<String> policies = new LinkedHashSet<>();
  private int events;
  private String longestRun = "";
  private double longestShare;

  /** Adds an event; the policy is that of an event of the task. */
  void add(ExplainedEvent event, Policy policy, boolean isOfTask) {
    events++;
    event.notes().stream()
        .map(ExplainedEvent.Note::kind)
        .distinct()
        .forEach(kind -> notes.merge(kind, 1, Integer::sum));
    event.counts().forEach((rule, count) -> addRun(event.number(), rule, count));
    if (isOfTask) {
      policies.add(
          "%s (version %s%s)"
              .formatted(
                  policy.name(),
                  policy.version(),
                  policy.mode() == Mode.SHADOW ? ", mode shadow: nothing is blocked" : ""));
    }
  }

  private void addRun(int event, String rule, String count) {
    if (!COUNT.matcher(count).matches()) {
      return; // the text of a custom detector
    }
    String[] numbers = count.split(" of ", 2);
    double share = Double.parseDouble(numbers[0]) / Double.parseDouble(numbers[1]);
    if (share >= longestShare) {
      longestShare = share;
      longestRun = "%s (%s, event %d)".formatted(count, rule, event);
    }
  }

  private int count(String kind) {
    return notes.getOrDefault(kind, 0);
  }

  /** The summary as text lines. */
  @Override
  public String toString() {
    int verdicts = count(EventNotes.VERDICT);
    String others =
        notes.entrySet().stream()
            .filter(note -> !note.getKey().equals(EventNotes.VERDICT))
            .map(note -> note.getKey() + " " + note.getValue())
            .collect(Collectors.joining(", "));
    String result = verdicts > 0 ? "events with a verdict: " + verdicts : "no verdict";
    String run = longestRun.isEmpty() ? "no rule has a count" : "the longest run was " + longestRun;
    return "%s; %s%nevents: %d%s%npolicy: %s"
        .formatted(
            result,
            run,
            events,
            others.isEmpty() ? "" : " (" + others + ")",
            policies.isEmpty() ? "none" : String.join(", ", policies));
  }
}
