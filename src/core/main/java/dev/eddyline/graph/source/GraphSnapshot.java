package dev.eddyline.graph.source;

import dev.eddyline.published.ConfigSnapshot;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of the graphs by workflow: those of the configuration, overridden by the published
 * ones. Immutable.
 */
public final class GraphSnapshot implements ConfigSnapshot<PublishedGraph, GraphSnapshot> {

  /** A snapshot without graphs. */
  public static final GraphSnapshot NONE = new GraphSnapshot(Map.of(), Map.of());

  private final Map<String, LoadedGraph> configured;
  private final Map<String, PublishedGraph> published;
  private final Map<String, LoadedGraph> inForce;

  private GraphSnapshot(
      Map<String, LoadedGraph> configured, Map<String, PublishedGraph> published) {
    this.configured = Map.copyOf(configured);
    this.published = Map.copyOf(published);
    Map<String, LoadedGraph> merged = new HashMap<>(configured);
    published.forEach((name, entry) -> entry.graph().ifPresent(graph -> merged.put(name, graph)));
    inForce = Map.copyOf(merged);
  }

  /** A snapshot of the configuration's graphs; nothing is published. */
  public static GraphSnapshot of(Collection<LoadedGraph> configured) {
    Map<String, LoadedGraph> byName = new HashMap<>();
    for (LoadedGraph graph : configured) {
      if (byName.putIfAbsent(graph.graph().name(), graph) != null) {
        throw new IllegalArgumentException(
            "workflow %s has two graphs".formatted(graph.graph().name()));
      }
    }
    return new GraphSnapshot(byName, Map.of());
  }

  @Override
  public GraphSnapshot withChanges(Collection<PublishedGraph> changes) {
    Map<String, PublishedGraph> newest = ConfigSnapshot.mergeKeepingNewest(published, changes);
    return newest == published ? this : new GraphSnapshot(configured, newest);
  }

  @Override
  public GraphSnapshot withoutPublishedValues() {
    return new GraphSnapshot(configured, Map.of());
  }

  @Override
  public Map<String, PublishedGraph> published() {
    return published;
  }

  @Override
  public Set<String> configuredNames() {
    return configured.keySet();
  }

  /** The configuration's graph of a workflow; null if it has none. */
  public @Nullable LoadedGraph configured(String workflow) {
    return configured.get(workflow);
  }

  /** The graph of a workflow; empty if the workflow is null or has none. */
  public Optional<LoadedGraph> of(@Nullable String workflow) {
    return workflow == null ? Optional.empty() : Optional.ofNullable(inForce.get(workflow));
  }

  /** The active graphs by workflow, in the order of the workflows' names. */
  public Map<String, LoadedGraph> inForce() {
    return new TreeMap<>(inForce);
  }
}
