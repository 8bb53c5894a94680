/** The checks of lint, their findings and remedies, and the file that waives findings. */
package dev.eddyline.graph.lint;
