/** The clients of a Kafka cluster, and the creation and comparison of topics in it. */
package dev.eddyline.cluster;
