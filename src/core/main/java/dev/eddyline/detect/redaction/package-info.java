/** Secrets and personal data in texts, and their redaction. */
package dev.eddyline.detect.redaction;
