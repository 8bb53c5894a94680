package dev.eddyline.graph.read;

import dev.eddyline.graph.model.ParsedValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Formats of workflows that are not read, recognized to refuse them by name. */
public final class ForeignFormat {

  private static final int MAX_INSPECTED_CHARS = 10_000;

  private static final String OTHER_DIAGRAM_WORDS =
      "sequenceDiagram classDiagram classDiagram-v2 erDiagram gantt pie journey gitGraph mindmap timeline quadrantChart requirementDiagram C4Context C4Container C4Component C4Dynamic C4Deployment sankey sankey-beta xychart xychart-beta block block-beta packet packet-beta radar-beta treemap treemap-beta zenuml architecture architecture-beta kanban";

  /** Diagrams of Mermaid without steps, by their first word. */
  private static final Set<String> OTHER_DIAGRAMS = Set.of(OTHER_DIAGRAM_WORDS.split(" "));

  /** Formats by the top-level keys of their JSON or YAML; in any order. */
  private static final Map<String, Predicate<ParsedValue>> BY_KEYS =
      Map.ofEntries(
          Map.entry("a LangFlow flow", root -> root.valueAt("data").valueAt("nodes").isList()),
          Map.entry(
              "a Dify app without a workflow",
              root ->
                  root.hasText("kind", "app")
                      && root.valueAt("app").isMap()
                      && !root.valueAt("workflow").valueAt("graph").isMap()),
          Map.entry(
              "an AutoGen component",
              root -> has(root, "provider", "component_type") || has(root, "provider", "config")),
          Map.entry(
              "an XState machine",
              root ->
                  root.valueAt("states").isMap()
                      && (has(root, "initial") || root.textAt("type").isPresent())),
          Map.entry(
              "an Argo workflow",
              root ->
                  root.textAt("apiVersion").filter(it -> it.contains("argoproj.io")).isPresent()),
          Map.entry(
              "a Serverless Workflow",
              root ->
                  root.valueAt("document").textAt("dsl").isPresent()
                      || has(root, "specVersion", "states")),
          Map.entry(
              "a Google Cloud workflow",
              root ->
                  root.valueAt("main").valueAt("steps").isList()
                      || root.isMap() && root.valueAt("main").isList()),
          Map.entry("a GitHub Actions workflow", root -> has(root, "on", "jobs")),
          Map.entry("a Jupyter notebook", root -> has(root, "cells", "nbformat")),
          Map.entry(
              "a Node-RED flow",
              root ->
                  root.isList()
                      && root.list().stream().anyMatch(item -> item.valueAt("wires").isList())),
          Map.entry(
              "a Flowise chatflow, which has no steps",
              root ->
                  root.valueAt("edges").isList()
                      && root.valueAt("nodes").list().stream()
                          .anyMatch(
                              node -> has(node.valueAt("data"), "inputAnchors", "baseClasses"))
                      && root.valueAt("nodes").list().stream().noneMatch(FlowiseParser::isStep)),
          Map.entry(
              "an OpenAI or Flowise tool",
              root -> has(root, "name", "description", "schema", "func")));

  private ForeignFormat() {}

  /** Whether a text is a diagram of Mermaid without steps. */
  static boolean isOtherDiagram(String text) {
    return OTHER_DIAGRAMS.contains(MermaidDiagrams.firstWord(text));
  }

  /** The name of the format of a text, with its article; empty if it is none of these. */
  public static Optional<String> of(GraphInput input) {
    String start =
        input.text().substring(0, Math.min(MAX_INSPECTED_CHARS, input.text().length())).strip();
    if (start.startsWith("@startuml") || start.startsWith("@startwbs")) {
      return Optional.of("PlantUML");
    }
    if (isOtherDiagram(start)) {
      return Optional.of("a Mermaid " + MermaidDiagrams.firstWord(start));
    }
    return start.startsWith("<") ? Optional.empty() : input.value().flatMap(ForeignFormat::byKeys);
  }

  private static Optional<String> byKeys(ParsedValue root) {
    return BY_KEYS.entrySet().stream()
        .filter(entry -> entry.getValue().test(root))
        .map(Map.Entry::getKey)
        .sorted()
        .findFirst();
  }

  private static boolean has(ParsedValue root, String... keys) {
    return root.map().keySet().containsAll(List.of(keys));
  }
}
