package dev.eddyline.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.schema.ActionTaken;
import dev.eddyline.schema.AnsweredLoop;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.CountedLoop;
import dev.eddyline.schema.EvaluationState;
import dev.eddyline.schema.FaultHistory;
import dev.eddyline.schema.KeptNear;
import dev.eddyline.schema.LastHop;
import dev.eddyline.schema.RuledLoop;
import dev.eddyline.schema.SeenDecisions;
import dev.eddyline.schema.Signs;
import dev.eddyline.schema.TallyHistory;
import dev.eddyline.schema.Target;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.specific.SpecificData;
import org.junit.jupiter.api.Test;

class TaskStateTest {

  private static final Path GOLDEN =
      Path.of("src", "core", "test", "resources", "state", "task-v1.hex");

  private static final Path SCHEMAS =
      Path.of("src", "core", "test", "resources", "state", "task-v1-schemas.txt");

  private static final int BYTES_A_LINE = 32;

  private static final Signs SIGNS =
      new Signs(3L, true, 4L, true, 71.5, 12L, 0.25, null, 1L, 2L, 300L, 5L);

  private static final FaultHistory FAULTS =
      new FaultHistory(2, "bash", 3L, 4L, null, new Cost(5L, 0.5, 6L));

  /** A state with a value in each field of the fixed part, and some parts. */
  private static TaskState state() {
    TaskState state = new TaskState();
    state.setCounted(true);
    state.setNewestAt(1);
    state.setStoredAt(2);
    state.setStamp(-3);
    state.setEvictedAt(4L);
    state.setStartedAt(5);
    state.setStartedOffset(6);
    state.setStartedPartition(7);
    state.setUnknownContents(8);
    state.setWaitingUntil(9L);
    state.setPausedAt(10L);
    state.setSignedAt(11L);
    state.setEpoch(12);
    state.setCost(new Cost(13L, 0.25, 14L));
    state.setRootTaskId("root");
    state.setWorkflow("büro");
    state.setComplexity("high");
    state.setStep("build");
    state.setRecent(ByteBuffer.wrap(new byte[] {1, 2, 3}));
    state.setSigns(SIGNS);
    state.setDecisions(new SeenDecisions(ByteBuffer.wrap(new byte[] {4}), 15L));
    state.setEvaluation(new EvaluationState("goal", null, null));
    state.setLastHop(new LastHop(1L, 2L, 3));
    state.setSignalled(List.of("loop-1", "loop-2"));
    state.setStoredRoot(root());
    return state;
  }

  private static StoredRoot root() {
    StoredRoot root = new StoredRoot();
    root.setLoopCount(1);
    root.setShadowCount(2);
    root.setEpoch(3);
    root.setCleared(4);
    root.setNewestSignalAt(5L);
    root.setResetAt(6);
    root.setClearedAt(7);
    root.setBlocked(true);
    root.setLoops(List.of(new CountedLoop(8L, 9L), new CountedLoop(10L, 11L)));
    root.setShadowLoops(List.of(new CountedLoop(12L, 13L)));
    root.setLadder(List.of(new RuledLoop("loop-1", 14, Target.LEADER, true)));
    root.setAnswered(List.of(new AnsweredLoop("loop-2", "gate-1", null)));
    root.setPartitions(List.of(0, 15));
    return root;
  }

  @Test
  void recordReadsBackUnchanged() {
    TaskState read = TaskState.of(state().toBytes());

    assertThat(read.getCounted()).isTrue();
    assertThat(read.getNewestAt()).isEqualTo(1);
    assertThat(read.getStoredAt()).isEqualTo(2);
    assertThat(read.getStamp()).isEqualTo(-3);
    assertThat(read.getEvictedAt()).isEqualTo(4);
    assertThat(read.getStartedAt()).isEqualTo(5);
    assertThat(read.getStartedOffset()).isEqualTo(6);
    assertThat(read.getStartedPartition()).isEqualTo(7);
    assertThat(read.getUnknownContents()).isEqualTo(8);
    assertThat(read.getWaitingUntil()).isEqualTo(9);
    assertThat(read.getPausedAt()).isEqualTo(10);
    assertThat(read.getSignedAt()).isEqualTo(11);
    assertThat(read.getEpoch()).isEqualTo(12);
    assertThat(read.getCost()).isEqualTo(new Cost(13L, 0.25, 14L));
    assertThat(read.getRootTaskId()).isEqualTo("root");
    assertThat(read.getWorkflow()).isEqualTo("büro");
    assertThat(read.getComplexity()).isEqualTo("high");
    assertThat(read.getStep()).isEqualTo("build");
    assertThat(read.getRecent()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3}));
    assertThat(read.getSigns()).isEqualTo(SIGNS);
    assertThat(read.getDecisions().getEvictedAt()).isEqualTo(15);
    assertThat(read.getEvaluation()).isEqualTo(new EvaluationState("goal", null, null));
    assertThat(read.getLastHop()).isEqualTo(new LastHop(1L, 2L, 3));
    assertThat(read.getSignalled()).containsExactly("loop-1", "loop-2");
    assertThat(read.getStoredRoot()).usingRecursiveComparison().isEqualTo(root());
    assertThat(read).isEqualTo(state());
  }

  @Test
  void absentValuesReadBackAsAbsent() {
    TaskState read = TaskState.of(new TaskState().toBytes());

    assertThat(read.getEvictedAt()).isNull();
    assertThat(read.getWaitingUntil()).isNull();
    assertThat(read.getPausedAt()).isNull();
    assertThat(read.getSignedAt()).isNull();
    assertThat(read.getRootTaskId()).isNull();
    assertThat(read.getStep()).isNull();
    assertThat(read.getDecisions()).isNull();
    assertThat(read.getStoredRoot()).isNull();
    assertThat(read.getStartedOffset()).isEqualTo(-1);
    assertThat(read.getSignalled()).isEmpty();
    assertThat(read.getRecent().hasRemaining()).isFalse();
  }

  @Test
  void theFirstTenantIsStored() {
    // Given
    TaskState state = state();
    state.setTenantIfAbsent(null);
    state.setTenantIfAbsent("a-");

    // When
    TaskState read = TaskState.of(state.toBytes());
    read.setTenantIfAbsent("b-");

    // Then
    assertThat(read.getTenant()).isEqualTo("a-");
    assertThat(state().getTenant()).isNull();
  }

  @Test
  void replacedPartsAreWrittenAndOthersCopied() {
    // Given
    TaskState read = TaskState.of(state().toBytes());

    // When
    read.part(StateParts.FAULT, FAULTS);
    read.setDecisions(null);
    read.setLastHop(new LastHop(9L, 9L, 9));
    TaskState again = TaskState.of(read.toBytes());

    // Then
    assertThat(again.part(StateParts.FAULT)).isEqualTo(FAULTS);
    assertThat(again.getDecisions()).isNull();
    assertThat(again.getLastHop()).isEqualTo(new LastHop(9L, 9L, 9));
    assertThat(again.getSigns()).isEqualTo(SIGNS);
    assertThat(again.getEvaluation().getGoal()).isEqualTo("goal");
    again.part(StateParts.FAULT, null);
    again.setDecisions(state().getDecisions());
    again.setLastHop(state().getLastHop());
    assertThat(again).isEqualTo(state());
  }

  @Test
  void changingAViewLeavesTheStoredBytesUnchanged() {
    // Given
    byte[] stored = state().toBytes();
    byte[] before = stored.clone();

    // When
    TaskState view = TaskState.of(stored);
    view.setStep("test");
    view.part(StateParts.STEPS, new TallyHistory(List.of()));
    view.toBytes();

    // Then
    assertThat(stored).isEqualTo(before);
  }

  @Test
  void otherVersionsAreRefused() {
    byte[] bytes = state().toBytes();
    bytes[0] = 0;

    assertThatThrownBy(() -> TaskState.of(bytes))
        .isInstanceOf(DamagedStateException.class)
        .hasMessageContaining("has version 0, this release reads 1")
        .hasMessageContaining("--predecessor");
    assertThatThrownBy(() -> TaskState.of(new byte[0])).isInstanceOf(DamagedStateException.class);
  }

  @Test
  void truncatedRecordsAreRefused() {
    byte[] bytes = state().toBytes();
    Set<Integer> readable = new HashSet<>();
    for (int length = 1; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      try {
        TaskState.of(cut);
        readable.add(length);
      } catch (DamagedStateException refused) {
        assertThat(refused).hasMessage("a task's record of %d bytes is damaged", length);
      }
    }

    // only those that end between two parts
    assertThat(readable).hasSize(6);
  }

  @Test
  void damagedRecordsAreRefused() {
    byte[] bytes = state().toBytes();
    int firstPart = firstPart(bytes);
    for (int length : new int[] {-5, -6, Integer.MAX_VALUE}) {
      byte[] damaged = bytes.clone();
      ByteBuffer.wrap(damaged).putInt(firstPart + 1, length);
      assertThatThrownBy(() -> TaskState.of(damaged)).isInstanceOf(DamagedStateException.class);
    }
    byte[] unknown = bytes.clone();
    unknown[firstPart] = 77;
    assertThatThrownBy(() -> TaskState.of(unknown)).isInstanceOf(DamagedStateException.class);
    byte[] otherPart = bytes.clone();
    otherPart[firstPart + 5] = (byte) 0x80;
    Arrays.fill(otherPart, firstPart + 5, firstPart + 12, (byte) 0xff);
    assertThatThrownBy(() -> TaskState.of(otherPart).getSigns())
        .isInstanceOf(DamagedStateException.class)
        .hasMessage("the part signs of a task's record is damaged");
  }

  /** The position of the first part: behind the recent events 1, 2, 3. */
  private static int firstPart(byte[] bytes) {
    int at = 114;
    while (!(bytes[at] == 1 && bytes[at + 1] == 2 && bytes[at + 2] == 3)) {
      at++;
    }
    return at + 3;
  }

  /** Another file needs another version, and a layout of its own in the journal. */
  @Test
  void layoutIsThatOfTheGoldenFile() throws IOException {
    assertThat(hex(state().toBytes())).isEqualTo(Files.readString(GOLDEN));
  }

  /** The schemas of parts are not stored: a changed one needs another version. */
  @Test
  void schemasOfPartsAreThoseOfTheGoldenFile() throws IOException {
    Set<Class<?>> types = new LinkedHashSet<>();
    for (StatePart<?> part : StateParts.ALL) {
      if (part.codec() instanceof AvroCodec<?> avro) {
        types.add(avro.type());
      }
    }
    types.addAll(List.of(ActionTaken.class, RuledLoop.class, AnsweredLoop.class, KeptNear.class));
    StringBuilder lines = new StringBuilder();
    for (Class<?> type : types) {
      Schema schema = SpecificData.get().getSchema(type);
      lines.append(
          "%016x %s%n"
              .formatted(SchemaNormalization.parsingFingerprint64(schema), schema.getName()));
    }

    assertThat(lines.toString()).isEqualToNormalizingNewlines(Files.readString(SCHEMAS));
  }

  private static String hex(byte[] bytes) {
    StringBuilder lines = new StringBuilder();
    for (int from = 0; from < bytes.length; from += BYTES_A_LINE) {
      int end = Math.min(bytes.length, from + BYTES_A_LINE);
      lines.append(HexFormat.of().formatHex(bytes, from, end)).append('\n');
    }
    return lines.toString();
  }

  @Test
  void eachPartHasANumberAndANameOfItsOwn() {
    long declared =
        Arrays.stream(StateParts.class.getDeclaredFields())
            .filter(field -> field.getType() == StatePart.class)
            .count();

    assertThat(StateParts.ALL).hasSize((int) declared);
    assertThat(StateParts.ALL).extracting(StatePart::number).isSorted().doesNotHaveDuplicates();
    assertThat(StateParts.ALL).extracting(StatePart::number).doesNotContain(8, 10, 27);
    assertThat(StateParts.ALL).extracting(StatePart::name).doesNotHaveDuplicates();
  }
}
