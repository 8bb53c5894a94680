/**
 * Detectors of tasks that do not come nearer to their goal: no measurable progress, worse tests,
 * vain attempts, and a budget that is exceeded.
 */
package dev.eddyline.detect.progress;
