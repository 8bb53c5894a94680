package dev.eddyline.topology.verdicts;

import static dev.eddyline.topology.TopologyRig.TOPICS;

import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.EvaluationVerdict;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.TopologyEvents;
import dev.eddyline.topology.TopologyRig;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;

/** The topology with a policy that requests evaluations, and the evaluations. */
public final class EvaluatedRig {

  public static final String ANSWERS = TOPICS.name(TopicRole.PROGRESS_EVALUATIONS);

  public static final Policies POLICIES =
      Policies.ofSinglePolicy(
          PolicyReader.read(
              "test",
              "name: test\nidentical_failure: {enabled: true}\nregressive_progress: {enabled: true}\n"
                  + "no_measurable_progress: {enabled: true}\nexternal_fault: {enabled: true}\nevaluation: {enabled: true, every: 1s}"));

  private EvaluatedRig() {}

  /** The driver has the first of these partitions. */
  public static TopologyRig of(int partitions) {
    return new TopologyRig(
        TopologyRig.parts(
            TOPICS,
            partitions,
            StoreType.IN_MEMORY,
            TopologyRig.mockRegistry(),
            PolicySource.ofFixedPolicies(POLICIES)));
  }

  /** A failure of a unique kind. */
  public static AgentEvent fails(String task, String eventId, Instant at) {
    return TopologyEvents.event(
        task,
        eventId,
        at,
        FailureReported.newBuilder().setMessage("another way to fail: " + eventId).build());
  }

  /** The requests since the last call, with their keys. */
  public static List<TestRecord<String, ProgressEvaluationRequest>> publishedEvaluationRequests(
      TopologyRig rig) {
    return rig.published(
        TOPICS.name(TopicRole.PROGRESS_EVALUATION_REQUESTS), ProgressEvaluationRequest.class);
  }

  /** A model's evaluation for a request. */
  public static ProgressEvaluation answer(
      ProgressEvaluationRequest request, EvaluationVerdict verdict) {
    return new ProgressEvaluation(
        request.getRequestId(),
        request.getTaskId(),
        verdict,
        "It got worse",
        "model-1",
        request.getAskedAt());
  }

  /** The evaluation as bytes of its topic. */
  public static byte[] bytes(TopologyRig rig, ProgressEvaluation answer) {
    return AvroSerde.of(ProgressEvaluation.class, rig.registry())
        .serializer()
        .serialize(ANSWERS, answer);
  }

  /** Pipes an evaluation under its key. */
  static void give(TopologyRig rig, ProgressEvaluation answer, Instant at) {
    byte[] key = TopologyRig.bytes(answer.getTaskId());
    rig.pipe(ANSWERS, key, bytes(rig, answer), new RecordHeaders(), at);
  }
}
