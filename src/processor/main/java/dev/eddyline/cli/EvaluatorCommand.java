package dev.eddyline.cli;

import dev.eddyline.cluster.BootstrapServers;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.evaluator.EvaluationWorker;
import dev.eddyline.evaluator.EvaluatorSettings;
import dev.eddyline.evaluator.Evaluators;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code eddyline evaluator}: answers evaluation requests. */
@Command(
    name = "evaluator",
    description =
        "Evaluates failures that the detectors cannot decide, where a policy enables evaluation:"
            + " with a model behind an OpenAI-compatible endpoint (settings evaluator.…),"
            + " otherwise by rules. Several evaluators share the work; without one, no task"
            + " waits.",
    mixinStandardHelpOptions = true)
final class EvaluatorCommand implements Callable<Integer> {

  private static final Logger LOG = LoggerFactory.getLogger(EvaluatorCommand.class);

  @Mixin private SettingsOptions options;

  @Override
  public Integer call() throws Exception {
    Settings settings = options.settings();
    LogFormat.use(settings.get(Setting.LOG_FORMAT));
    String who = EvaluatorSettings.of(settings).map(EvaluatorSettings::toString).orElse("rules");
    new BootstrapServers(settings.get(Setting.BOOTSTRAP_SERVERS)).requireKnownHost();
    EvaluationWorker worker = EvaluationWorker.start(settings, Evaluators.of(settings));
    Runtime.getRuntime().addShutdownHook(new Thread(worker::close, "shutdown"));
    LOG.atInfo()
        .addKeyValue("application_id", settings.get(Setting.APPLICATION_ID))
        .addKeyValue("bootstrap", settings.get(Setting.BOOTSTRAP_SERVERS))
        .addKeyValue("evaluator", who)
        .log("evaluator started");
    worker.awaitEnd();
    return ExitCode.OK;
  }
}
