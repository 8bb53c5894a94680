/**
 * The notifier process: it delivers the changes of gates to webhooks, Slack, GitHub and PagerDuty.
 */
package dev.eddyline.notifier;
