/** Injects faults under load. */
package dev.eddyline.chaos;
