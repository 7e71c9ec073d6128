/**
 * The stack on one machine: reads template.yaml and runs what it says in this process. A front for the CDN and the HTTP
 * API, queue pollers and schedules that invoke the functions' handlers, and the embedded parts behind them.
 */
package bout.local.stack;
