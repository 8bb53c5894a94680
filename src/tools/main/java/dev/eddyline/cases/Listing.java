package dev.eddyline.cases;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** How a tool prints a list. */
enum Listing {
  PATHS,
  BULLETS,
  NUMBERED,
  TABLE,
  CSV,
  JSON;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  String print(List<Map<String, String>> rows) {
    return switch (this) {
      case PATHS -> join(rows, row -> row.get("path") + ": " + row.get("label"));
      case BULLETS -> join(rows, row -> "- " + String.join(", ", row.values()));
      case NUMBERED ->
          join(rows, row -> rows.indexOf(row) + 1 + ". " + row.get("path") + " " + row.get("id"));
      case TABLE ->
          "| id | path | label | amount |\n|---|---|---|---|\n"
              + join(rows, row -> "| " + String.join(" | ", row.values()) + " |");
      case CSV -> "id,path,label,amount\n" + join(rows, row -> String.join(",", row.values()));
      case JSON -> {
        ObjectNode json = MAPPER.createObjectNode().put("total", rows.size());
        yield json.set("items", MAPPER.valueToTree(rows)).toString();
      }
    };
  }

  private static String join(
      List<Map<String, String>> rows, Function<Map<String, String>, String> print) {
    return rows.stream().map(print).collect(Collectors.joining("\n"));
  }
}
