/**
 * Logs and metrics of the functions, and the machine that they run on.
 *
 * <p>Code logs through SLF4J, or through {@link bout.telemetry.MatchLog} if the entry belongs to a match.
 * {@link bout.telemetry.LogProvider} is the SLF4J provider. In Lambda (detected by {@code AWS_LAMBDA_FUNCTION_NAME}),
 * logs and metrics go to standard output as one JSON object per line; metrics use CloudWatch's embedded metric format.
 * Elsewhere, on the command line and in the local stack, logs at {@code WARN} and above go to standard error as text,
 * and metrics are discarded.
 */
package bout.telemetry;
