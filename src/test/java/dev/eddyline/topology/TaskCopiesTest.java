package dev.eddyline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.gate.RootStates;
import dev.eddyline.schema.EvaluationQuestion;
import dev.eddyline.schema.EvaluationState;
import dev.eddyline.schema.TaskState;
import dev.eddyline.schema.TrustedClasses;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.util.RandomData;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(TrustedClasses.class)
class TaskCopiesTest {

  private static TaskState state() {
    TaskState state = new TaskState();
    state.setStep("build");
    state.setNewestAt(7);
    state.setStanding(RootStates.initialState(null));
    state.setEvaluation(new EvaluationState("goal", null, new EvaluationQuestion()));
    return state;
  }

  @Test
  void aCopyEqualsItsOriginal() {
    // When
    TaskState copy = TaskCopies.of(state());

    // Then
    assertThat(copy).isEqualTo(state());
  }

  @RepeatedTest(100)
  void aCopyContainsEveryField(RepetitionInfo run) throws IOException {
    // Given
    TaskState original = randomTaskState(run.getCurrentRepetition());

    // When
    TaskState copy = TaskCopies.of(original);

    // Then
    assertThat(copy).isEqualTo(original);
  }

  /** A state with random values in all fields. */
  private static TaskState randomTaskState(long seed) throws IOException {
    Object drawn = new RandomData(TaskState.SCHEMA$, 1, seed).iterator().next();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Encoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    new GenericDatumWriter<>(TaskState.SCHEMA$).write(drawn, encoder);
    Decoder decoder = DecoderFactory.get().binaryDecoder(bytes.toByteArray(), null);
    return new SpecificDatumReader<>(TaskState.class).read(null, decoder);
  }

  @Test
  void changingACopyLeavesTheOriginalUnchanged() {
    // Given
    TaskState original = state();

    // When
    TaskState copy = TaskCopies.of(original);
    copy.setStep("test");
    copy.getStanding().setLoopCount(3);
    copy.getEvaluation().getQuestion().setAnswered(true);

    // Then
    assertThat(original).isEqualTo(state());
  }
}
