package dev.eddyline.task;

import dev.eddyline.schema.TaskState;

/**
 * The memory of one task while an event of it is taken.
 *
 * @param taskId the task
 * @param state its state, owned by the taker
 * @param memory where the rest is kept
 */
record TaskMemory(String taskId, TaskState state, Memory memory) {}
