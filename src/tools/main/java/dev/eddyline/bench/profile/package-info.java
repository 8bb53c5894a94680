/** Where the processor time and the allocations of an event go, by stage. */
package dev.eddyline.bench.profile;
