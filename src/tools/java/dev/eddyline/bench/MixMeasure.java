package dev.eddyline.bench;

import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.json.ReplayDefaults;
import dev.eddyline.replay.InputFiles;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ToolReturned;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Measures a {@link EventMix} from recorded runs and prints it as YAML: totals only, without any
 * text. A run is a file of events.
 */
final class MixMeasure {

  private final Map<MixEventType, MixTypeCounter> counts = new EnumMap<>(MixEventType.class);
  private final List<Integer> lengths = new ArrayList<>();
  private final List<Integer> agents = new ArrayList<>();
  private final List<Integer> tools = new ArrayList<>();
  private long events;
  private long bytes;
  private long words;
  private long wordCharacters;
  private long withDigits;
  private long lines;

  MixMeasure() {
    for (MixEventType kind : MixEventType.values()) {
      counts.put(kind, new MixTypeCounter());
    }
  }

  /**
   * Prints the mix of the runs in these folders.
   *
   * @param folders folders of {@code *.jsonl} files, each file a run
   */
  public static void main(String[] folders) throws IOException {
    MixMeasure measure = new MixMeasure();
    for (String file : InputFiles.expand(List.of(folders))) {
      List<String> run = new ArrayList<>();
      InputFiles.read(file, (name, line, text) -> run.add(text));
      measure.addRun(file, run);
    }
    System.out.print(measure.toYaml());
  }

  /** Adds one run: its events in JSON form, in order. */
  void addRun(String name, List<String> run) {
    ReplayDefaults defaults = new ReplayDefaults();
    EventReader reader = new EventReader(defaults);
    Set<String> agentsOfRun = new HashSet<>();
    Set<String> toolsOfRun = new HashSet<>();
    counts.values().forEach(MixTypeCounter::startNewRun);
    for (String line : run) {
      AgentEvent event;
      try {
        defaults.setNextLinePosition(name, events + 1);
        event = reader.read(line).event();
      } catch (InvalidEventException invalid) {
        throw new IllegalArgumentException(name + ": " + invalid.getMessage(), invalid);
      }
      events++;
      bytes += line.getBytes(StandardCharsets.UTF_8).length;
      agentsOfRun.add(event.getAgentId());
      EventSample.calledTool(event.getBody()).ifPresent(toolsOfRun::add);
      Optional<EventSample> sample = EventSample.fromEvent(event);
      sample.ifPresent(this::countSample);
    }
    lengths.add(run.size());
    agents.add(agentsOfRun.size());
    tools.add(toolsOfRun.size());
  }

  private void countSample(EventSample sample) {
    MixTypeCounter calls = counts.get(MixEventType.TOOL_CALLED);
    boolean repeated = counts.get(sample.type()).add(sample);
    if (sample.type() == MixEventType.TOOL_CALLED) {
      calls.recordCall(sample, repeated);
    } else if (sample.body() instanceof ToolReturned returned) {
      calls.recordResult(returned);
    }
    for (String line : sample.text().split("\n")) {
      lines++;
      for (String word : line.split("\\s+")) {
        words += word.isEmpty() ? 0 : 1;
        wordCharacters += word.length();
        withDigits += word.chars().anyMatch(Character::isDigit) ? 1 : 0;
      }
    }
  }

  /** The mix as YAML. */
  String toYaml() {
    StringBuilder yaml = new StringBuilder();
    yaml.append(
        "runs: {number: %d, medianEvents: %d, meanEventBytes: %d, agents: %d, tools: %d}%n"
            .formatted(
                lengths.size(),
                median(lengths),
                bytes / Math.max(1, events),
                Math.max(1, median(agents)),
                Math.max(1, median(tools))));
    yaml.append(
        String.format(
            Locale.ROOT,
            "words: {characters: %.2f, withDigits: %.3f, perLine: %.2f}%nkinds:%n",
            (double) wordCharacters / words,
            (double) withDigits / words,
            (double) words / lines));
    long counted = counts.values().stream().mapToLong(MixTypeCounter::eventCount).sum();
    counts.forEach(
        (kind, count) ->
            yaml.append("  ").append(kind.jsonName()).append(":\n").append(count.toYaml(counted)));
    return yaml.toString();
  }

  private static int median(List<Integer> numbers) {
    return numbers.stream().sorted().skip(numbers.size() / 2).findFirst().orElse(0);
  }
}
