/**
 * What coding agents do, as events: the tasks, tool calls and event ids that hooks, session files
 * and telemetry share. One call reported twice has one id.
 */
package dev.eddyline.agents;
