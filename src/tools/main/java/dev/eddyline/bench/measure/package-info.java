/** The measurements, one for each section, with the loads at a constant rate that they time. */
package dev.eddyline.bench.measure;
