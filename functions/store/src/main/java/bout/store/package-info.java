/**
 * Shared by the functions: match records in DynamoDB, replays in S3 and the queue of matches in SQS.
 *
 * <p>{@link bout.store.match.Matches} and {@link bout.store.match.Leases} have the life of a match, every change of it
 * one conditional write. {@link bout.table.TableLayout} documents the table and its keys. {@link bout.store.Aws}
 * creates all of it from a function's environment variables.
 */
package bout.store;
