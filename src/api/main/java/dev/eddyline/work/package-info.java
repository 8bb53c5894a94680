/** Threads that run until they are stopped, and the back-off between their retries. */
package dev.eddyline.work;
