/**
 * The stack on one machine: reads template.yaml and runs what it says. A front for the CDN and the HTTP
 * API, queue pollers and schedules that invoke the functions, in this process or in processes of their own as in Lambda, and
 * the embedded parts behind them.
 */
package bout.stack;
