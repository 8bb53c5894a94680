/** Generated input: the mix of events, their texts, and the order in which tasks have them. */
package dev.eddyline.bench.load;
