/**
 * The table: its keys, reads, conditional writes and transactions. Independent of what is stored.
 *
 * <p>All reads by key are consistent; the indexes follow within a fraction of a second. Every write of the store is
 * conditional on what was read, or on what must be there.
 *
 * <p>{@code docs/price.md} says what a match costs in write units. A request that finds no room costs 1 for each KB of
 * open ids, and once a minute a read unit for each match that is open. A sweep costs a read unit per 4 KB of runners,
 * half of one for each dead runner, and half of one per 4 KB of the queued matches of each game, of which it reads at
 * most 1 MB.
 *
 * <p>A match with a competition costs more when it finishes: 1 for the index {@code by-due}, 4 for its journal entry,
 * and its share of 2 for the head and of 2 per KB of entries (a third to half a KB each). That is 9 for a single entry
 * and 6 each for ten together. A tournament costs 12 write units to create, and 2 per KB of players (40 players with
 * short URLs take 4 KB); 2 per change of the plan, and 2 more per hundred open matches; about 10 to end it.
 */
package bout.table;
