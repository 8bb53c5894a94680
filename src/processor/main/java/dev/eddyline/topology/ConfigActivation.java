package dev.eddyline.topology;

import dev.eddyline.schema.JournalKind;
import dev.eddyline.topics.TopicRole;

/**
 * A config change that takes effect: a workflow's policy or graph.
 *
 * @param kind policy or graph
 * @param topic the topic of the config record
 * @param workflow the workflow; for policies, {@code default} means all without a policy of their
 *     own
 * @param offset its offset in that topic; -1 when the configuration changed
 * @param name name of the new policy or graph; null where it has none
 * @param version version of the new policy or graph; null where there is none
 */
record ConfigActivation(
    JournalKind kind, TopicRole topic, String workflow, long offset, String name, String version) {}
