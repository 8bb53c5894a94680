/** Handlers of what people see and decide: tasks, gates, loops, policies, graphs, the audit. */
package dev.eddyline.console.pages;
