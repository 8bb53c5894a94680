package dev.eddyline.topology;

import dev.eddyline.graph.source.GraphSource;
import dev.eddyline.inputs.EventDeserializer;
import dev.eddyline.inputs.EventFormat;
import dev.eddyline.memory.RemedyLookup;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.metrics.Traces;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.task.DecisionRules;
import dev.eddyline.topics.TopicCatalogue;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;

/**
 * The dependencies of the topology.
 *
 * @param topics the topics
 * @param partitions partition count of the inputs, by which misrouted records are recognised
 * @param stores where state is stored
 * @param registry reads and writes the schemas of values
 * @param policies supplies the newest policies
 * @param metrics counts events and outputs
 * @param traces exports spans of published records
 * @param takeOver what is taken over from a predecessor
 * @param recall supplies the loop memory
 * @param graphs supplies the newest graphs of workflows
 * @param decisions which decisions are accepted
 * @param hasValidSignature whether a decision's signature is valid
 * @param formats the formats of events that are read
 */
public record TopologyParts(
    TopicCatalogue topics,
    int partitions,
    StoreType stores,
    SchemaRegistry registry,
    PolicySource policies,
    Metrics metrics,
    Traces traces,
    TakeOver takeOver,
    Supplier<RemedyLookup> recall,
    GraphSource graphs,
    DecisionRules decisions,
    Predicate<AgentEvent> hasValidSignature,
    Set<EventFormat> formats) {

  /** Without a take-over, loop memory and graphs; all formats are read. */
  public TopologyParts(
      TopicCatalogue topics,
      int partitions,
      StoreType stores,
      SchemaRegistry registry,
      PolicySource policies,
      Metrics metrics,
      Traces traces) {
    this(
        topics,
        partitions,
        stores,
        registry,
        policies,
        metrics,
        traces,
        TakeOver.NONE,
        () -> RemedyLookup.EMPTY,
        GraphSource.NONE,
        DecisionRules.LIVE,
        event -> false,
        EventFormat.all());
  }

  public TopologyParts {
    Objects.requireNonNull(topics, "topics");
    Objects.requireNonNull(stores, "stores");
    Objects.requireNonNull(registry, "registry");
    Objects.requireNonNull(policies, "policies");
    Objects.requireNonNull(metrics, "metrics");
    Objects.requireNonNull(traces, "traces");
    Objects.requireNonNull(takeOver, "takeOver");
    Objects.requireNonNull(recall, "recall");
    Objects.requireNonNull(graphs, "graphs");
    Objects.requireNonNull(decisions, "decisions");
    Objects.requireNonNull(hasValidSignature, "hasValidSignature");
    formats = Set.copyOf(formats);
    if (partitions < 1) {
      throw new IllegalArgumentException("partitions must be ≥ 1, was " + partitions);
    }
  }

  /** A copy with these graphs. */
  public TopologyParts withGraphs(GraphSource replacement) {
    return new TopologyParts(
        topics,
        partitions,
        stores,
        registry,
        policies,
        metrics,
        traces,
        takeOver,
        recall,
        replacement,
        decisions,
        hasValidSignature,
        formats);
  }

  /** A copy with this loop memory. */
  public TopologyParts withRemedyLookup(Supplier<RemedyLookup> newRecall) {
    return new TopologyParts(
        topics,
        partitions,
        stores,
        registry,
        policies,
        metrics,
        traces,
        takeOver,
        newRecall,
        graphs,
        decisions,
        hasValidSignature,
        formats);
  }

  /** A copy with other rules for decisions. */
  public TopologyParts withDecisionRules(
      DecisionRules replacement, Predicate<AgentEvent> signatures) {
    return new TopologyParts(
        topics,
        partitions,
        stores,
        registry,
        policies,
        metrics,
        traces,
        takeOver,
        recall,
        graphs,
        replacement,
        signatures,
        formats);
  }

  /** The deserializer of agent-events and gate-decisions. */
  EventDeserializer eventDeserializer() {
    return new EventDeserializer(registry, formats);
  }

  <T extends SpecificRecord> AvroSerde<T> serde(Class<T> type) {
    return AvroSerde.of(type, registry);
  }
}
