/**
 * Hooks of coding agents: an agent's own hook JSON becomes events, and a verdict becomes the answer
 * in the agent's own format. One class per agent; no Kafka and no HTTP.
 */
package dev.eddyline.hooks;
