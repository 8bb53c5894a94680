package dev.eddyline.topology;

import dev.eddyline.schema.EvaluationQuestion;
import dev.eddyline.schema.EvaluationState;
import dev.eddyline.schema.Standing;
import dev.eddyline.schema.TaskState;
import org.apache.avro.specific.SpecificRecordBase;

/** Copies of tasks' states for those who change them. */
final class TaskCopies {

  private TaskCopies() {}

  /**
   * A state with the same parts. Parts are replaced, never changed, but for a root's standing and
   * what an evaluator was asked, which are copied too.
   */
  static TaskState of(TaskState kept) {
    TaskState copy = fieldwise(kept, new TaskState());
    if (kept.getStanding() != null) {
      copy.setStanding(fieldwise(kept.getStanding(), new Standing()));
    }
    EvaluationState asked = kept.getEvaluation();
    if (asked != null && asked.getQuestion() != null) {
      EvaluationQuestion question = fieldwise(asked.getQuestion(), new EvaluationQuestion());
      copy.setEvaluation(new EvaluationState(asked.getGoal(), asked.getKind(), question));
    }
    return copy;
  }

  private static <T extends SpecificRecordBase> T fieldwise(T from, T to) {
    int fields = from.getSchema().getFields().size();
    for (int field = 0; field < fields; field++) {
      to.put(field, from.get(field));
    }
    return to;
  }
}
