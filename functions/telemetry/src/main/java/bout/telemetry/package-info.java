/**
 * The logs and metrics that functions share.
 *
 * <p>Code logs through SLF4J, what belongs to a match through {@link bout.telemetry.MatchLog}; {@link
 * bout.telemetry.LogProvider} is what stands behind SLF4J. Where Lambda runs the functions (it sets {@code
 * AWS_LAMBDA_FUNCTION_NAME}) logs and metrics both go to the standard output, a JSON object a line, metrics in CloudWatch's
 * embedded metric format. Elsewhere, on the command line and in the local stack, logs are text on the standard error, from
 * {@code WARN} on, and metrics go nowhere.
 */
package bout.telemetry;
