/** The engine of one task: deduplicate, enrich, detect, count, decide. Nothing of Kafka here. */
package dev.eddyline.task;
