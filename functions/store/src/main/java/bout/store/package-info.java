/**
 * What the functions share: match records in DynamoDB, replays in S3 and the queue of matches in SQS.
 *
 * <p>{@link bout.store.match.Matches} is the life of a match, every change of it one conditional write;
 * {@link bout.store.table.TableLayout} says what lies in the table and under which keys. {@link bout.store.Aws} makes all of
 * it from a function's environment variables.
 */
package bout.store;
