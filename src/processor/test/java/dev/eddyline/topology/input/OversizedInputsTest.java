package dev.eddyline.topology.input;

import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyEvents.success;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.task.TaskEngine;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.StreamsSettings;
import dev.eddyline.topology.TopologyEvents;
import dev.eddyline.topology.TopologyRig;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever headers, texts, lists and numbers a record has, its topic accepts each output, and the
 * good records between are judged. A producer refuses a larger output within the transaction, which
 * would end the processor.
 */
class OversizedInputsTest {

  private static final long SEED = 20261128;

  /** Records between two events of the good task. */
  private static final int BAD_PER_GOOD = 10;

  /** One record in this many has a part as large as its topic allows. */
  private static final int LARGE_EVERY = 100;

  private static final List<String> HEADERS =
      List.of("traceparent", "tracestate", "x-request", "__streams.errors.topic", "", "eddyline-x");

  private static final List<Long> NUMBERS =
      List.of(0L, 1L, -1L, 1_000_000L, Long.MAX_VALUE, Long.MIN_VALUE);

  private static final List<Double> AMOUNTS =
      List.of(0.0, 0.01, 1e9, 1e308, Double.NaN, Double.NEGATIVE_INFINITY);

  /** Its verdicts name the blockers of a task. */
  private static final Policy TASK_ATTEMPTS =
      PolicyReader.read(
          "test",
          """
          name: test
          task_attempts: {blocked_task_spin: true, no_progress_repeat: true, maxAttempts: 3}
          identical_failure: {enabled: true}
          """);

  private static final Map<String, Integer> MAX_BYTES = new HashMap<>();

  static {
    for (TopicSpec topic : TOPICS.all()) {
      MAX_BYTES.put(topic.name(), topic.maxMessageBytes());
    }
  }

  private final Random random = new Random(SEED);

  private String text(int bytes) {
    String unit = random.nextInt(3) == 0 ? "€ TypeError: x at line %d\n" : "a%d ";
    unit = unit.formatted(random.nextInt(5));
    return unit.repeat(Math.max(1, bytes / bytes(unit).length));
  }

  private List<String> list(int bytes) {
    return IntStream.range(0, Math.max(1, bytes / 8)).mapToObj(i -> "b" + i).toList();
  }

  private Object body(int kind, int bytes) {
    return switch (kind) {
      case 0 -> TaskStarted.newBuilder().setGoal(text(bytes)).build();
      case 1 -> FailureReported.newBuilder().setMessage(text(bytes)).build();
      case 2 -> FailureReported.newBuilder().setMessage("x").setStackTrace(text(bytes)).build();
      case 3 -> ResponseProduced.newBuilder().setStep("s").setText(text(bytes)).build();
      case 4 ->
          ToolCalled.newBuilder().setCallId("c").setTool("Bash").setArguments(text(bytes)).build();
      case 5 ->
          ToolReturned.newBuilder()
              .setCallId("c")
              .setTool("Bash")
              .setOutput(text(bytes))
              .setIsError(true)
              .build();
      case 6 -> CollaborationRequested.newBuilder().setToAgent("b").setRequest(text(bytes)).build();
      case 7 ->
          TaskAttempted.newBuilder()
              .setStatus(TaskStatus.BLOCKED)
              .setBlockers(list(bytes / 2))
              .setCompletedWork(list(bytes / 2))
              .build();
      case 8 -> ProgressReported.newBuilder().setLinesWritten(random.nextInt()).build();
      default ->
          HumanIntervened.newBuilder()
              .setDecision(Decision.APPROVE)
              .setGuidance(text(Math.min(bytes, 900_000)))
              .setBy("ann")
              .build();
    };
  }

  private AgentEvent event(int number, Instant at, int bytes) {
    String task = "T" + random.nextInt(20);
    AgentEvent event =
        TopologyEvents.event(task, "e-" + number, at, body(random.nextInt(10), bytes));
    if (random.nextInt(3) == 0) {
      event.setTokens(NUMBERS.get(random.nextInt(NUMBERS.size())));
      event.setCostUsd(AMOUNTS.get(random.nextInt(AMOUNTS.size())));
    }
    if (random.nextInt(5) == 0) {
      event.setRootTaskId("T" + random.nextInt(20));
    }
    event.setReplyRequested(random.nextBoolean());
    return event;
  }

  private RecordHeaders headers(int bytes) {
    RecordHeaders headers = new RecordHeaders();
    for (int left = random.nextInt(bytes > 10_000 ? 1_000 : 4); left > 0; left--) {
      headers.add(HEADERS.get(random.nextInt(HEADERS.size())), new byte[random.nextInt(40)]);
    }
    if (random.nextInt(3) == 0) {
      headers.add(HEADERS.get(random.nextInt(2)), new byte[bytes]);
    }
    return headers;
  }

  /** A record that its topic accepts: at most this large with headers and value. */
  private void pipeBadRecord(TopologyRig rig, int number, Instant at) {
    boolean large = number % LARGE_EVERY == 0;
    int bytes = large ? 900_000 + random.nextInt(4) * 1_700_000 : random.nextInt(2_000);
    boolean inHeaders = random.nextBoolean();
    AgentEvent event = event(number, at, inHeaders ? 100 : bytes);
    boolean decision = event.getBody() instanceof HumanIntervened;
    TopicRole role = decision ? TopicRole.GATE_DECISIONS : TopicRole.AGENT_EVENTS;
    int headerBytes = decision ? Math.min(bytes, 900_000) : bytes;
    String topic = TOPICS.name(role);
    RecordHeaders headers = headers(inHeaders ? headerBytes : 100);
    rig.pipe(topic, bytes(TaskEngine.home(event)), rig.bytes(topic, event), headers, at);
  }

  private static int bytesOf(TestRecord<byte[], byte[]> record) {
    int bytes = 100;
    for (Header header : record.headers()) {
      bytes += 10 + bytes(header.key()).length;
      bytes += header.value() == null ? 0 : header.value().length;
    }
    return bytes
        + (record.key() == null ? 0 : record.key().length)
        + (record.value() == null ? 0 : record.value().length);
  }

  /** Checks the size of each record since the last call, and counts the good task's verdicts. */
  private static long readOutputs(TopologyRig rig) {
    long verdicts = 0;
    for (String name : rig.driver().producedTopicNames()) {
      int max = MAX_BYTES.getOrDefault(name, StreamsSettings.MAX_REQUEST_BYTES);
      var topic =
          rig.driver()
              .createOutputTopic(name, new ByteArrayDeserializer(), new ByteArrayDeserializer());
      for (TestRecord<byte[], byte[]> record : topic.readRecordsToList()) {
        assertThat(bytesOf(record)).as(name).isLessThan(max);
        if (name.equals(TOPICS.name(TopicRole.LOOP_VERDICTS))
            && Arrays.equals(record.key(), bytes("good"))) {
          verdicts++;
        }
      }
    }
    return verdicts;
  }

  private void run(Policy policy, int records) {
    var policies = PolicySource.ofFixedPolicies(Policies.ofSinglePolicy(policy));
    var parts =
        TopologyRig.parts(TOPICS, 1, StoreType.IN_MEMORY, TopologyRig.mockRegistry(), policies);
    try (TopologyRig rig = new TopologyRig(parts)) {
      int good = 0;
      int verdicts = 0;
      long published = 0;
      for (int number = 0; number < records; number++) {
        Instant at = TopologyRig.START.plus(Duration.ofMillis(100L * number));
        pipeBadRecord(rig, number, at);
        if (number % BAD_PER_GOOD == 0) {
          // every third is a second equal failure, after a success that ended the loop before
          String id = "good-" + number;
          int turn = good++ % 3;
          rig.pipe(turn == 2 ? success("good", id, at) : failure("good", id, at));
          verdicts += turn == 1 ? 1 : 0;
        }
        if (number % 100 == 99) {
          published += readOutputs(rig);
        }
      }
      assertThat(published + readOutputs(rig)).isEqualTo(verdicts);
    }
  }

  @Test
  void eachOutputFitsItsTopic() {
    run(Policies.preset("default"), 600);
    run(TASK_ATTEMPTS, 600);
  }

  @Test
  @Tag(TestTags.PROPERTIES)
  void eachOutputOfTenThousandRecordsFitsItsTopic() {
    run(Policies.preset("default"), 10_000);
    run(TASK_ATTEMPTS, 10_000);
  }
}
