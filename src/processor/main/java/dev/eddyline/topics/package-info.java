/** The topic catalogue, and the creation and comparison of topics in a cluster. */
package dev.eddyline.topics;
