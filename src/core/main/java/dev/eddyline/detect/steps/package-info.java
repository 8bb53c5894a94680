/**
 * Detectors of repeated steps, transitions and cycles of a workflow, and of a session that
 * alternates between its tasks.
 */
package dev.eddyline.detect.steps;
