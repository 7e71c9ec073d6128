/** Sends webhooks when a match or a tournament ends. */
package bout.webhooks;
