/** Workflow graphs: a reader for each format, the findings of lint and their remedies. */
package dev.eddyline.graph;
