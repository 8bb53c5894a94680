/**
 * The loop guards of other agent systems as small reference detectors. They are baselines for the
 * detectors of this project, and show what a preset that is named after a guard reproduces.
 */
package dev.eddyline.guards;
