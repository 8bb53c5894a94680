package dev.eddyline.topology;

import dev.eddyline.memory.LoopSignature;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.Signal;
import dev.eddyline.task.Signals;
import org.apache.avro.specific.SpecificRecord;

/** The key and the sink of what the processor publishes. */
record Destination(String key, String sink) {

  /** The destination of an output. */
  static Destination of(SpecificRecord output) {
    if (output instanceof LoopVerdict verdict) {
      return new Destination(verdict.getTaskId(), EddylineTopology.VERDICTS);
    } else if (output instanceof GateTrigger gate) {
      return new Destination(gate.getRootTaskId(), EddylineTopology.GATES);
    } else if (output instanceof LoopReset reset) {
      return new Destination(reset.getTaskId(), EddylineTopology.RESETS);
    } else if (output instanceof DecisionReceipt receipt) {
      return new Destination(receipt.getRootTaskId(), EddylineTopology.RECEIPTS);
    } else if (output instanceof ProgressEvaluationRequest request) {
      return new Destination(request.getTaskId(), EddylineTopology.EVALUATION_REQUESTS);
    } else if (output instanceof Signal signal) {
      return new Destination(Signals.partitioningKey(signal), EddylineTopology.SIGNALS_OUT);
    } else if (output instanceof LoopMemory memory) {
      return new Destination(LoopSignature.loopMemoryRecordKey(memory), EddylineTopology.MEMORIES);
    } else if (output instanceof JournalEntry entry) {
      return new Destination(Integer.toString(entry.getPartition()), EddylineTopology.JOURNAL);
    }
    throw new IllegalStateException("no topic for " + output.getClass().getName());
  }
}
