/** The Kafka Streams wiring: the topology, its processor, stores, journal and error handlers. */
package dev.eddyline.topology;
