/**
 * What the functions share: match records in DynamoDB, replays in S3 and the queue of matches in SQS.
 *
 * <p>{@link bout.ledger.Matches} is the life of a match, every change of it one conditional write;
 * {@link bout.ledger.TableLayout} says what lies in the table and under which keys. {@link bout.ledger.Aws} makes all of
 * it from a function's environment variables.
 */
package bout.ledger;
