package dev.eddyline.console.view;

import static dev.eddyline.console.ReplayedOutputs.START;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.console.json.OverviewJson;
import dev.eddyline.outputs.OutputJson;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** A projection of outputs, and its overview. */
abstract class OutputProjectionTestBase {

  static final long NOW = START.plusSeconds(60).toEpochMilli();

  static final ActiveTasks.ReportedTaskCount ALL = new ActiveTasks.ReportedTaskCount(1, 4, 4);

  final OutputProjection projection = new OutputProjection();

  final void applyAll(List<? extends SpecificRecord> outputs) {
    outputs.forEach(output -> projection.applyOutput(OutputEntry.of(output)));
  }

  final JsonNode overview() {
    return OutputJson.tree(OverviewJson.of(projection, NOW, true, ALL));
  }
}
