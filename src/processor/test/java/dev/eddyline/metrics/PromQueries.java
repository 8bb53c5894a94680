package dev.eddyline.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The queries of the dashboards and alert rules in {@code deploy/}. */
public final class PromQueries {

  private static final Pattern NAME =
      Pattern.compile("\\b(?:eddyline|kafka|jvm|process|system|disk)_[a-z0-9_]+");
  private static final Pattern STRING = Pattern.compile("\"[^\"]*+\"");

  private PromQueries() {}

  /** Names of the metrics in a query. */
  static Set<String> names(String query) {
    Set<String> names = new TreeSet<>();
    Matcher found = NAME.matcher(STRING.matcher(query).replaceAll("\"\""));
    while (found.find()) {
      names.add(found.group());
    }
    return names;
  }

  /** Names of the metrics by the panel or alert that uses them. */
  public static Map<String, Set<String>> all() {
    Map<String, Set<String>> all = new LinkedHashMap<>();
    try {
      for (Path board : dashboards()) {
        for (JsonNode panel : new ObjectMapper().readTree(board.toFile()).get("panels")) {
          for (JsonNode target : panel.get("targets")) {
            put(all, panel.get("title").asText(), target.get("expr").asText());
          }
        }
      }
      for (JsonNode rule : rules()) {
        put(all, rule.get("alert").asText(), rule.get("expr").asText());
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return all;
  }

  /** Names of the alerts. */
  static List<String> alerts() throws IOException {
    return rules().stream().map(rule -> rule.get("alert").asText()).toList();
  }

  private static List<JsonNode> rules() throws IOException {
    List<JsonNode> rules = new ArrayList<>();
    Path file = Path.of("deploy/prometheus/alerts.yaml");
    for (JsonNode group :
        new ObjectMapper(new YAMLFactory()).readTree(file.toFile()).get("groups")) {
      group.get("rules").forEach(rules::add);
    }
    return rules;
  }

  private static void put(Map<String, Set<String>> all, String asker, String query) {
    all.computeIfAbsent(asker, it -> new TreeSet<>()).addAll(names(query));
  }

  /** The dashboards' files. */
  static List<Path> dashboards() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("deploy/grafana"))) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }
}
