package dev.eddyline.evaluate;

import dev.eddyline.schema.AgentEvent;

/**
 * An event of a recorded run.
 *
 * @param line its line in the file, or its number in the case, from 1
 */
record RecordedEvent(AgentEvent event, long line) {}
