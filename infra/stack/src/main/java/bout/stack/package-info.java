/**
 * The local stack: runs the application of template.yaml in one process. A front replaces the CDN and the HTTP API;
 * queue pollers and schedules invoke the functions.
 */
package bout.stack;
