package dev.eddyline.console;

import static dev.eddyline.console.Played.START;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.outputs.OutputJson;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** A projection of outputs, and its overview. */
abstract class KeptRig {

  static final long NOW = START.plusSeconds(60).toEpochMilli();

  static final ActiveTasks.Figures ALL = new ActiveTasks.Figures(1, 4, 4);

  final Kept kept = new Kept();

  final void take(List<? extends SpecificRecord> outputs) {
    outputs.forEach(output -> kept.take(Told.of(output)));
  }

  final JsonNode overview() {
    return OutputJson.tree(OverviewJson.of(kept, NOW, true, ALL));
  }
}
