/** The detector of equal failures, in one task and across the subtasks of a root. */
package dev.eddyline.detect.failures;
