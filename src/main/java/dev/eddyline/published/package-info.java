/** Snapshots of what is published for workflows: policies, graphs and loop memories. */
package dev.eddyline.published;
