package dev.eddyline.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.app.Application;
import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.detect.similarity.InstalledModel;
import dev.eddyline.memory.LoopSimilarity;
import dev.eddyline.memory.MeaningSimilarity;
import dev.eddyline.memory.MemorySearch;
import dev.eddyline.memory.MemorySearch.SearchResult;
import dev.eddyline.memory.Remedy;
import dev.eddyline.reference.CurrentLoopMemory;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.LoopType;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.yaml.Printable;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddyline memory}: searches the loop memory. */
@Command(
    name = "memory",
    description =
        "Searches the loop memory: what looped, the remedies that were tried, and how often they"
            + " helped, the best first.",
    mixinStandardHelpOptions = true)
final class MemoryCommand implements Callable<Integer> {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Mixin private SettingsOptions options;
  @Spec private CommandSpec spec;

  @Parameters(arity = "0..*", paramLabel = "TEXT", description = "loop or remedy, in similar words")
  private List<String> words = List.of();

  @Option(
      names = "--signature",
      paramLabel = "S",
      description = "signature of the loop, or the beginning of it")
  private String signature;

  @Option(
      names = "--type",
      paramLabel = "T",
      description = "type of the loop: identical_failure, …")
  private LoopType type;

  @Option(names = "--workflow", paramLabel = "W", description = "workflow of the tasks")
  private String workflow;

  @Option(names = "--tenant", paramLabel = "N", description = "tenant of the tasks")
  private String tenant;

  @Option(names = "--json", description = "one line of JSON for each remedy")
  private boolean json;

  @Override
  public Integer call() {
    Settings settings = options.settings();
    TopicCatalogue topics = TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX));
    CurrentLoopMemory memory = read(settings, topics);
    String text = words.isEmpty() ? null : String.join(" ", words);
    List<SearchResult> found =
        new MemorySearch(signature, type, workflow, tenant, text)
            .searchMemories(
                memory.cases().values(), Clock.systemUTC().millis(), blockingSentenceSimilarity());
    PrintWriter out = spec.commandLine().getOut();
    found.forEach(loop -> print(loop, out));
    if (found.isEmpty() && !json) {
      out.printf(
          "nothing like that among the %d cases of %s%n",
          memory.cases().size(), topics.name(TopicRole.LOOP_MEMORY));
    }
    out.flush();
    if (memory.unreadableRecordCount() > 0) {
      spec.commandLine()
          .getErr()
          .printf("eddyline: %d records cannot be read%n", memory.unreadableRecordCount())
          .flush();
    }
    return ExitCode.OK;
  }

  /** A similarity that waits for the sentence model. */
  private static LoopSimilarity blockingSentenceSimilarity() {
    return MeaningSimilarity.resolvingOnEachQuery(InstalledModel.faultTolerant());
  }

  private CurrentLoopMemory read(Settings settings, TopicCatalogue topics) {
    try (TopicAdmin admin = options.topicAdmin(settings, topics)) {
      admin.requireTopicsReady();
    }
    try (SchemaRegistry registry =
        new ConfluentSchemaRegistry(settings.registry(), Application.CLUSTER_TIMEOUT)) {
      return CurrentLoopMemory.read(settings, topics, registry, Application.CLUSTER_TIMEOUT);
    } catch (KafkaException unread) {
      throw new ClusterUnreachableException(
          "%s cannot be read: %s"
              .formatted(topics.name(TopicRole.LOOP_MEMORY), unread.getMessage()),
          unread);
    }
  }

  private void print(SearchResult loop, PrintWriter out) {
    if (json) {
      loop.remedies()
          .forEach(remedy -> out.println(Printable.escape(json(loop, remedy).toString())));
      return;
    }
    out.println(Printable.escape("%s  %s".formatted(word(loop.loopType()), loop.what())));
    String of = loop.workflow() == null ? "" : ", workflow " + loop.workflow();
    of += loop.tenant() == null ? "" : ", tenant " + loop.tenant();
    out.println(Printable.escape("  signature " + loop.signature() + of));
    for (Remedy remedy : loop.remedies()) {
      out.println(
          Printable.escape(
              "  - %s (last %s)"
                  .formatted(remedy.toDisplayText(), Instant.ofEpochMilli(remedy.at()))));
    }
  }

  private static ObjectNode json(SearchResult loop, Remedy remedy) {
    ObjectNode line = JSON.createObjectNode();
    line.put("signature", loop.signature()).put("loopType", word(loop.loopType()));
    line.put("workflow", loop.workflow()).put("tenant", loop.tenant()).put("what", loop.what());
    line.put("kind", word(remedy.kind())).put("remedy", remedy.text());
    line.put("tried", remedy.tried()).put("helped", remedy.helped()).put("open", remedy.open());
    line.put("text", remedy.toDisplayText())
        .put("last", Instant.ofEpochMilli(remedy.at()).toString());
    ArrayNode sources = line.putArray("learntFrom");
    remedy.sources().forEach(sources::add);
    return line;
  }

  private static String word(Enum<?> symbol) {
    return symbol.name().toLowerCase(Locale.ROOT);
  }
}
