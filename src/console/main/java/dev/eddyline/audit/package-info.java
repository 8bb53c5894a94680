/** The audit of decisions: reads receipts from Kafka, newest first, and writes them as rows. */
package dev.eddyline.audit;
