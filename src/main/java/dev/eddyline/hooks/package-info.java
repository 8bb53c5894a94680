/**
 * Hooks of coding agents: an agent's own hook JSON becomes events, and a verdict becomes the answer
 * in the agent's own form. A class for each agent; no Kafka and no HTTP.
 */
package dev.eddyline.hooks;
