/** Where the webhook of a match or tournament goes, and in which format. */
package bout.store.webhook;
