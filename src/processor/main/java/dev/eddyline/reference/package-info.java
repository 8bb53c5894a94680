/** Compacted topics that each instance reads whole: policies, graphs and loop memories. */
package dev.eddyline.reference;
