/**
 * The events in the records of agent-events and gate-decisions: Confluent Avro, JSON and
 * CloudEvents.
 */
package dev.eddyline.inputs;
