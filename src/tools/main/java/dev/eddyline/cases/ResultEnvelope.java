package dev.eddyline.cases;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What a run's harness wraps around the result of a tool. */
enum ResultEnvelope {
  PLAIN,
  MCP,
  STREAMS,
  TAGS,
  TAGGED_STREAMS,
  EXIT_CODE,
  DATA;

  String wrap(String text, boolean failed) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    switch (this) {
      case PLAIN -> {
        return text;
      }
      case TAGS -> {
        return failed ? "<error>" + text + "</error>" : "<result>\n" + text + "\n</result>";
      }
      case TAGGED_STREAMS -> {
        return "<returncode>%d</returncode>\n<output>\n%s\n</output>"
            .formatted(failed ? 1 : 0, text);
      }
      case EXIT_CODE -> {
        return failed ? "Exit code 1\n" + text : text;
      }
      case MCP -> {
        json.putArray("content").addObject().put("type", "text").put("text", text);
        if (failed) {
          json.put("isError", true);
        }
      }
      case STREAMS ->
          json.put("stdout", failed ? "" : text)
              .put("stderr", failed ? text : "")
              .put("exit_code", failed ? 1 : 0);
      case DATA -> json.put("ok", !failed).put(failed ? "error" : "data", text);
    }
    return json.toString();
  }
}
