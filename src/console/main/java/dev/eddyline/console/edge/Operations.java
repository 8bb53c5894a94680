package dev.eddyline.console.edge;

import dev.eddyline.console.json.ExplanationJson;
import dev.eddyline.console.json.GateAnswerJson;
import dev.eddyline.console.json.GateCausesJson;
import dev.eddyline.console.json.GateDecisionJson;
import dev.eddyline.console.json.GraphAnswerJson;
import dev.eddyline.console.json.GraphsJson;
import dev.eddyline.console.json.InputProblemCausesJson;
import dev.eddyline.console.json.InputProblemJson;
import dev.eddyline.console.json.OverviewJson;
import dev.eddyline.console.json.PoliciesJson;
import dev.eddyline.console.json.RecentJson;
import dev.eddyline.console.json.SessionJson;
import dev.eddyline.console.json.TaskAnswerJson;
import dev.eddyline.console.json.TaskSummaryJson;
import dev.eddyline.console.web.ErrorJson;
import dev.eddyline.console.web.PageJson;
import dev.eddyline.console.web.Param;
import dev.eddyline.outputs.LeaderContextJson;
import dev.eddyline.outputs.VerdictJson;
import java.util.List;

/** What the routes of the API take and answer, except for those that publish events. */
final class Operations {

  private static final String CAUGHT_UP = "The console is still reading its topics.";

  private static final String NOT_DECIDED =
      "The console is still reading its topics, or Kafka did not accept the decision.";

  private static final List<Param<?>> GATE_FILTERS =
      List.of(
          QueryParams.GATE_STATE,
          QueryParams.GATE_TEXT,
          QueryParams.AGENT,
          QueryParams.WORKFLOW,
          QueryParams.LOOP_TYPE,
          QueryParams.CAUSE);

  private static final List<Param<?>> PROBLEM_FILTERS =
      List.of(
          QueryParams.CAUSE,
          QueryParams.PROBLEM_KIND,
          QueryParams.TOPIC,
          QueryParams.AGENT,
          QueryParams.TASK);

  static final Operation API_DOCUMENT =
      Operation.of("This document").answers(200, "The document.", Object.class);

  static final Operation SHOW_SESSION =
      Operation.of("Who is signed in, and what they may do")
          .answers(200, "The caller.", SessionJson.class);

  static final Operation BEGIN_SESSION =
      Operation.of("Begins a session of a token with the role view")
          .describedAs(
              "The answer sets the session's cookie. Where the server listens beyond loopback or"
                  + " speaks TLS, browsers send the cookie over HTTPS only. The session lasts 12"
                  + " hours, and ends sooner when its token leaves the file of http.tokens.")
          .reads(SessionJson.Begin.class)
          .answers(200, "The session.", SessionJson.class);

  static final Operation END_SESSION =
      Operation.of("Ends the session, on all instances")
          .describedAs("Needs the `csrf` of the session. Copies of the cookie become invalid.")
          .answers(204, "The session has ended.");

  static final Operation OVERVIEW =
      Operation.of("The figures of the last 48 hours")
          .answers(200, "The figures.", OverviewJson.class);

  static final Operation FEED =
      Operation.of("The live feed, as server-sent events")
          .describedAs(
              "The events `verdict`, `gate` and `reset` hold what `/api/v1/feed/recent` lists. The"
                  + " event `view` says whether the console has caught up.")
          .readsHeaders(
              Param.text("Last-Event-ID", "Resumes after this event, one of the newest 1,000."))
          .streams("The feed.", List.of("text/event-stream"))
          .answers(503, "Too many clients follow the feed.", ErrorJson.class);

  static final Operation RECENT =
      Operation.of("The newest verdicts, gates and resets")
          .withQueryParams(Param.LIMIT)
          .answers(200, "The outputs, newest first.", RecentJson.class);

  static final Operation TASKS =
      Operation.of("Tasks for which something was published")
          .withQueryParams(
              QueryParams.ID_PART,
              QueryParams.TASK_STATE,
              QueryParams.LOOP_TYPE,
              QueryParams.AGENT,
              QueryParams.WORKFLOW,
              Param.CURSOR,
              Param.LIMIT)
          .answers(200, "A page of tasks, newest first.", new PageJson.Of(TaskSummaryJson.class));

  static final Operation TASK =
      Operation.of("A task, from the instance that owns it")
          .withQueryParams(QueryParams.TASK_ID)
          .answers(200, "The task.", TaskAnswerJson.class)
          .answers(404, "No task has this id.", ErrorJson.class)
          .answers(503, "The instance that owns the task does not answer.", ErrorJson.class);

  static final Operation EXPLANATION =
      Operation.of("What the detectors made of each event of a task")
          .describedAs(
              "This instance reads the newest 2,000 records of the task, of its root and of the"
                  + " root's decisions from Kafka. It replays them under the policies and graphs in"
                  + " force now. Nothing is published. Texts are redacted by the policy.")
          .withQueryParams(QueryParams.TASK_ID)
          .answers(200, "The explanation.", ExplanationJson.class)
          .answers(
              404, "No task has this id, or its events are no longer in Kafka.", ErrorJson.class)
          .answers(
              429,
              "Too many requests, or an explanation for this caller is running.",
              ErrorJson.class)
          .answers(
              503,
              "Other explanations are running, the events could not be read in time, or the"
                  + " instance that owns the task does not answer.",
              ErrorJson.class);

  static final Operation LEADER_CONTEXT =
      Operation.of("The context for a leader's decision on a task")
          .withQueryParams(QueryParams.TASK_ID)
          .answers(
              200, "The context; null where there is none.", LeaderContextJson.class, Void.class)
          .answers(404, "No task has this id.", ErrorJson.class)
          .answers(503, "The instance that owns the task does not answer.", ErrorJson.class);

  static final Operation VERDICTS =
      Operation.of("Verdicts")
          .withQueryParams(
              QueryParams.TASK,
              QueryParams.ROOT,
              QueryParams.LOOP_TYPE,
              QueryParams.AGENT,
              QueryParams.ACTION,
              QueryParams.SHADOW,
              QueryParams.FROM,
              QueryParams.TO,
              Param.CURSOR,
              Param.LIMIT)
          .answers(200, "A page of verdicts, newest first.", new PageJson.Of(VerdictJson.class));

  static final Operation VERDICT =
      Operation.of("A verdict")
          .withQueryParams(QueryParams.VERDICT_ID)
          .answers(200, "The verdict.", VerdictJson.class)
          .answers(404, "No verdict of the last 48 hours has this id.", ErrorJson.class)
          .answers(503, CAUGHT_UP, ErrorJson.class);

  static final Operation GATES =
      Operation.of("Gates")
          .withQueryParams(GATE_FILTERS)
          .withQueryParams(QueryParams.GATE_ORDER, Param.CURSOR, Param.LIMIT)
          .answers(
              200,
              "A page of gates: open ones first, in the order of `sort`; then closed ones, the"
                  + " newest first.",
              new PageJson.Of(GateAnswerJson.class));

  static final Operation GATE_CAUSES =
      Operation.of("The causes of gates")
          .withQueryParams(GATE_FILTERS)
          .answers(200, "The causes.", GateCausesJson.class);

  static final Operation GATE =
      Operation.of("A gate")
          .withQueryParams(QueryParams.GATE_ID)
          .answers(200, "The gate.", GateAnswerJson.class)
          .answers(404, "No gate has this id, or it was closed long ago.", ErrorJson.class)
          .answers(503, CAUGHT_UP, ErrorJson.class);

  static final Operation POLICIES =
      Operation.of("The active policies, and recently rejected ones")
          .answers(200, "The policies.", PoliciesJson.class);

  static final Operation GRAPHS =
      Operation.of("The graphs of workflows, and recently rejected ones")
          .answers(200, "The graphs.", GraphsJson.class);

  static final Operation GRAPH =
      Operation.of("The graph of a workflow, with its findings")
          .withQueryParams(QueryParams.OF_WORKFLOW)
          .answers(200, "The graph.", GraphAnswerJson.class)
          .answers(404, "The workflow has no graph.", ErrorJson.class);

  static final Operation INPUT_PROBLEMS =
      Operation.of("Dead-lettered records of the last 48 hours")
          .describedAs(
              "A caller who may not see all tasks gets only records whose task could be decoded.")
          .withQueryParams(PROBLEM_FILTERS)
          .withQueryParams(Param.CURSOR, Param.LIMIT)
          .answers(
              200, "A page of records, newest first.", new PageJson.Of(InputProblemJson.class));

  static final Operation INPUT_PROBLEM_CAUSES =
      Operation.of("The causes of dead-lettered records")
          .withQueryParams(PROBLEM_FILTERS)
          .answers(200, "The causes.", InputProblemCausesJson.class);

  static final Operation LINKED_GATE =
      Operation.of("The gate of a decision link")
          .withQueryParams(QueryParams.OF_LINK)
          .answers(200, "The gate.", GateAnswerJson.class)
          .answers(403, "The link is not signed.", ErrorJson.class)
          .answers(404, "The gate was closed long ago.", ErrorJson.class)
          .answers(410, "The link has expired.", ErrorJson.class)
          .answers(503, CAUGHT_UP, ErrorJson.class);

  static final Operation LINKED_DECISION =
      Operation.of("Decides the open gate of a decision link")
          .describedAs(
              "Everybody with the link may decide, once: a gate that is decided or closed is not"
                  + " decided again.")
          .withQueryParams(QueryParams.OF_LINK)
          .reads(GateDecisionJson.class)
          .answers(202, "The decision is published.", GateDecisionJson.Taken.class)
          .answers(403, "The link is not signed.", ErrorJson.class)
          .answers(404, "No gate has this id.", ErrorJson.class)
          .answers(409, "The gate is decided or closed.", ErrorJson.class)
          .answers(410, "The link has expired.", ErrorJson.class)
          .answers(503, NOT_DECIDED, ErrorJson.class);

  static final Operation DECISION =
      Operation.of("Decides an open gate")
          .describedAs(
              "The first decision counts. Two instances that each accept one at the same time both"
                  + " answer 202: read the gate to see who decided.")
          .withQueryParams(QueryParams.GATE_ID)
          .reads(GateDecisionJson.class)
          .answers(202, "The decision is published.", GateDecisionJson.Taken.class)
          .answers(404, "No gate has this id.", ErrorJson.class)
          .answers(409, "The gate is decided or closed.", ErrorJson.class)
          .answers(503, NOT_DECIDED, ErrorJson.class);

  private Operations() {}
}
