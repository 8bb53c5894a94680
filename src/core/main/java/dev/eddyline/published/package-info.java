/** Snapshots of published policies and graphs, by workflow. */
package dev.eddyline.published;
