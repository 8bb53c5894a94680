package dev.eddyline.replay;

import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.json.ReadEvent;
import dev.eddyline.json.ReplayDefaults;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.AgentEvent;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** Plays events in JSON form through the topology, and writes what it answers as JSON lines. */
public final class Replay implements AutoCloseable {

  private final InProcess process;
  private final ReplayDefaults defaults = new ReplayDefaults();
  private final EventReader reader = new EventReader(defaults);
  private final Map<String, List<Long>> linesByTopic = new HashMap<>();
  private final OutputWriter writer = new OutputWriter(this::lineAt, InProcess.eventsTopic());
  private final ReplaySummary summary = new ReplaySummary();
  private final PrintStream out;
  private final PrintStream problems;
  private long line;

  /**
   * A replay that writes outputs and problems to these streams.
   *
   * @param now the time that no event is later than
   */
  public Replay(Policies policies, Instant now, PrintStream out, PrintStream problems) {
    process = new InProcess(policies, now);
    this.out = out;
    this.problems = problems;
  }

  /** Plays all lines of the files, in their order. */
  public ReplaySummary play(List<String> files) throws IOException {
    for (String file : files) {
      InputFiles.read(file, this::take);
    }
    summary.finish(process);
    return summary;
  }

  private void take(String file, long lineOfFile, String text) {
    line++;
    if (text.isBlank()) {
      return;
    }
    try {
      defaults.at(file, lineOfFile);
      ReadEvent read = reader.read(text);
      summary.read(read);
      take(read.event(), file, lineOfFile);
    } catch (InvalidEventException invalid) {
      refuse(file, lineOfFile, invalid.getMessage());
    }
  }

  private void take(AgentEvent event, String file, long lineOfFile) {
    linesByTopic.computeIfAbsent(InProcess.topicOf(event), name -> new ArrayList<>()).add(line);
    InProcess.Caused caused = process.take(event);
    for (SpecificRecord output : caused.outputs()) {
      out.println(writer.write(output));
      summary.published(output);
    }
    caused.refusals().forEach(reason -> refuse(file, lineOfFile, reason));
  }

  private void refuse(String file, long lineOfFile, String reason) {
    problems.println("line %d (%s:%d): %s".formatted(line, file, lineOfFile, reason));
    summary.refused();
  }

  private long lineAt(String topic, long offset) {
    return linesByTopic.get(topic).get(Math.toIntExact(offset));
  }

  @Override
  public void close() {
    process.close();
  }
}
