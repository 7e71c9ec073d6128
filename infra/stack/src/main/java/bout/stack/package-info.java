/**
 * The local stack: runs the application of template.yaml on one machine. A front replaces the CDN and the HTTP API;
 * queue pollers and schedules invoke the functions, in this process or in their own processes as in Lambda; embedded
 * services replace AWS.
 */
package bout.stack;
