package dev.eddyline.console.pages;

import dev.eddyline.access.TaskScope;
import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.QueryParams;
import dev.eddyline.console.edge.Route;
import dev.eddyline.console.json.PolicyDraftJson;
import dev.eddyline.console.view.LoopPattern;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.FlatBody;
import dev.eddyline.console.web.Pages;
import dev.eddyline.console.web.Params;
import dev.eddyline.console.web.RequestBodies;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.policy.PolicyDraft;
import dev.eddyline.policy.PolicyEdit;
import dev.eddyline.policy.PolicySnapshot;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.schema.LoopType;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Drafts of policies: their texts, their effect on recent events, and putting them in force. */
public final class PolicyDraftPages implements Pages {

  private static final int MAX_NAME_CHARS = 200;
  private static final int MAX_NOTE_CHARS = 1_000;
  private static final Duration MUTED = Duration.ofHours(24);

  private final OutputView view;
  private final PolicySource policies;
  private final ActivePolicyTexts texts;
  private final PolicyPreview preview;
  private final PolicyWriter writer;

  /** Previews policies, and puts them in force. */
  public PolicyDraftPages(
      OutputView view,
      PolicySource policies,
      ActivePolicyTexts texts,
      PolicyPreview preview,
      PolicyWriter writer) {
    this.view = view;
    this.policies = policies;
    this.texts = texts;
    this.preview = preview;
    this.writer = writer;
  }

  @Override
  public void addTo(JavalinConfig config) {
    Route.POLICY_DRAFT.serve(config, this::draft);
    Route.POLICY_PREVIEW.serve(config, this::preview);
    Route.PUT_POLICY.serve(config, this::put);
  }

  private void draft(Context http) {
    Params params = new Params(http);
    String workflow = params.require(QueryParams.OF_WORKFLOW);
    PolicySnapshot now = policies.current();
    PolicyDraft text = texts.textOf(now, workflow);
    PolicyEdit edit =
        text.presetName()
            .map(preset -> PolicyEdit.extending(preset, workflow))
            .orElseGet(() -> new PolicyEdit(text.text()).forWorkflow(workflow));
    PolicyDraftJson.Choice choice =
        params.read(QueryParams.POLICY_CHANGE).orElse(PolicyDraftJson.Choice.NONE);
    PolicyChange changed =
        choice == PolicyDraftJson.Choice.NONE
            ? new PolicyChange(edit, null)
            : change(edit, choice, pattern(workflow, params));
    params.answer(
        new PolicyDraftJson(
            workflow,
            writer.versionInForce(workflow),
            text.text(),
            changed.edit().text(),
            changed.note()));
  }

  /**
   * What a draft takes from a pattern in its workflow.
   *
   * @param types the types of all loops that its verdicts name
   * @param rule its custom detector; null for a built-in one
   */
  private record PatternFacts(
      LoopType type,
      Set<LoopType> types,
      @Nullable String rule,
      List<String> agents,
      boolean hasMoreAgents) {

    PatternFacts(LoopPattern pattern) {
      this(
          pattern.loopType(),
          Set.copyOf(pattern.loopTypes()),
          pattern.rule(),
          List.copyOf(pattern.agents()),
          pattern.hasMoreAgents());
    }
  }

  /**
   * A changed text.
   *
   * @param note what the change does not cover; null where it covers the pattern
   */
  private record PolicyChange(PolicyEdit edit, @Nullable String note) {}

  private PatternFacts pattern(String workflow, Params params) {
    String id =
        params
            .read(QueryParams.PATTERN_ID)
            .orElseThrow(
                () -> ApiException.field("patternId", "patternId is required for a change"));
    TaskScope scope =
        workflow.equals(PublishedPolicy.DEFAULT)
            ? TaskScope.ALL
            : new TaskScope("", Set.of(workflow));
    return view.read(
        projection ->
            projection.figures(scope).patterns().all().stream()
                .filter(it -> it.id().equals(id))
                .findFirst()
                .map(PatternFacts::new)
                .orElseThrow(
                    () ->
                        ApiException.of(
                            404, "the workflow had no pattern of this id in the last 48 hours")));
  }

  private PolicyChange change(PolicyEdit edit, PolicyDraftJson.Choice choice, PatternFacts facts) {
    return switch (choice) {
      case NONE -> new PolicyChange(edit, null);
      case TURN_OFF -> withoutDetectors(edit, facts);
      case WATCH -> new PolicyChange(edit.watching(), null);
      case MUTE_AGENTS ->
          // no text of an event: more people see a policy than a task
          new PolicyChange(
              edit.withMutedAgents(
                  facts.agents(),
                  "a pattern of " + OutputJson.word(facts.type()),
                  Instant.ofEpochMilli(view.now()).plus(MUTED)),
              facts.hasMoreAgents()
                  ? "The pattern has more than %d agents: the others are not muted."
                      .formatted(LoopPattern.MAX_NAMES)
                  : null);
    };
  }

  /** Without the detectors that the pattern's verdicts name, in the order of the types. */
  private static PolicyChange withoutDetectors(PolicyEdit edit, PatternFacts facts) {
    PolicyEdit changed = edit.withoutDetector(facts.type(), facts.rule());
    boolean hasUnnamed = false;
    for (LoopType type : new TreeSet<>(facts.types())) {
      if (type == LoopType.CUSTOM || type == LoopType.UNKNOWN) {
        hasUnnamed |= type != facts.type();
      } else if (type != facts.type()) {
        changed = changed.withoutDetector(type, null);
      }
    }
    return new PolicyChange(
        changed,
        hasUnnamed
            ? "Some verdicts of the pattern also have a loop of a detector that they do not name:"
                + " it stays on."
            : null);
  }

  private void preview(Context http) {
    FlatBody body = FlatBody.read(http, PolicyDraftJson.Asked.class);
    String workflow = workflow(body);
    new Params(http)
        .answer(
            preview.preview(policies.current(), workflow, PolicyWriter.read(workflow, yaml(body))));
  }

  private void put(Context http) {
    FlatBody body = FlatBody.read(http, PolicyDraftJson.Put.class);
    String note = body.text("note", MAX_NOTE_CHARS).strip();
    PolicyDraftJson.Put put =
        new PolicyDraftJson.Put(
            workflow(body),
            yaml(body),
            body.text("replaces", MAX_NAME_CHARS),
            note.isEmpty() ? null : note);
    http.status(202);
    new Params(http).answer(writer.put(put, Caller.of(http).origin()));
  }

  private static String workflow(FlatBody body) {
    String workflow = body.text("workflow", MAX_NAME_CHARS);
    if (workflow.isBlank()) {
      throw ApiException.field("workflow", "workflow is required");
    }
    return workflow;
  }

  private static String yaml(FlatBody body) {
    return body.text("yaml", RequestBodies.MAX_BODY_BYTES);
  }
}
