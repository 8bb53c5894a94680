/**
 * The plan of a run and its report: figures that follow from samples and changelogs, and their
 * tables.
 */
package dev.eddyline.bench.report;
