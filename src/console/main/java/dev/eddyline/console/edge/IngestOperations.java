package dev.eddyline.console.edge;

import dev.eddyline.console.json.EventsJson;
import dev.eddyline.console.json.ReplyJson;
import dev.eddyline.console.web.ErrorJson;
import dev.eddyline.console.web.Param;
import dev.eddyline.outputs.VerdictJson;
import dev.eddyline.schema.AgentEvent;

/** What the routes that publish events take and answer. */
final class IngestOperations {

  private static final String TOO_MANY_EVENTS =
      "Too many requests, events or bytes of the caller: `error` says what is allowed. Nothing was"
          + " published.";

  static final Operation EVENTS =
      Operation.of("Publishes events")
          .describedAs(
              "At most 1,000 events and 1 MB: one JSON object, an array of them, or one a line. A"
                  + " request with an invalid event publishes nothing. Without `eventId`, a tool call"
                  + " gets `{taskId}:{callId}:called` or `:returned`, as from hooks and telemetry. So a"
                  + " `callId` must be unique in its task."
                  + " Another event gets `{Idempotency-Key}:{line}` where that header is given, so"
                  + " that a repeated request changes nothing. No event is a decision: people decide at"
                  + " `POST /api/v1/gate/decision`. Task ids that begin with `eddyline-canary-` are"
                  + " reserved.")
          .readsHeaders(Param.text("Idempotency-Key", "Makes the ids of events that have none."))
          .readsLines(AgentEvent.class)
          .answers(
              200,
              "The verdict on a single event that requested it (`replyRequested`, `proposed`); or"
                  + " the published events, with each requested verdict.",
              VerdictJson.class,
              ReplyJson.class,
              EventsJson.class)
          .answers(
              202,
              "The events are published; a verdict that is not available yet is null.",
              EventsJson.class)
          .answers(
              400,
              "An event is invalid, or can never be published: nothing was published.",
              EventsJson.Refused.class,
              ErrorJson.class)
          .answers(429, TOO_MANY_EVENTS, ErrorJson.class)
          .answers(
              503,
              "Too many requests, or Kafka did not accept the events in time: sent again with the"
                  + " same `eventIds` they count once.",
              ErrorJson.class);

  static final Operation HOOKS =
      Operation.of("Accepts a hook of a coding agent, and answers in the agent's own format")
          .describedAs(
              "The body is the hook's own JSON. docs/how-to/hooks.md lists tools and answers.")
          .withQueryParams(
              QueryParams.HOOK_WORKFLOW,
              QueryParams.HOOK_WAIT,
              QueryParams.HOOK_CLOSED,
              QueryParams.HOOK_HEADLESS)
          .reads(Object.class)
          .answers(200, "What the agent should do; empty for no instruction.", Object.class)
          .answers(400, "A field of the hook is wrong.", ErrorJson.class)
          .answers(404, "The tool is unknown.", ErrorJson.class)
          .answers(429, TOO_MANY_EVENTS, ErrorJson.class)
          .answers(503, "Kafka did not accept the events in time.", ErrorJson.class)
          .answers(504, "No verdict came in time, and `closed` requires one.", ErrorJson.class);

  private IngestOperations() {}
}
