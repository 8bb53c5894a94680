package dev.eddyline.topology;

import dev.eddyline.schema.JournalKind;
import dev.eddyline.topics.TopicRole;

/**
 * From a record on, something else holds for a workflow.
 *
 * @param kind of what the switch is
 * @param topic where it stands
 * @param workflow the workflow; of policies, default for every one without a policy of its own
 * @param offset where it stands in that topic; -1 when the configuration changed
 * @param name name of what holds from then on; null where it has none
 * @param version version of what holds from then on; null where nothing does
 */
record Switch(
    JournalKind kind, TopicRole topic, String workflow, long offset, String name, String version) {}
