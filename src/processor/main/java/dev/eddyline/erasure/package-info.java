/** What the erasure of a task, session or person removes from which topic. */
package dev.eddyline.erasure;
