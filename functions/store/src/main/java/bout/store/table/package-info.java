/**
 * The table: its keys, reads, conditional writes and transactions. Independent of what is stored.
 *
 * <h2>Access patterns</h2>
 *
 * All reads by key are consistent. "Conditional" names the attributes that a write's condition checks.
 *
 * <ul>
 *   <li>Accept a match: put if absent; with an idempotency key, one transaction puts both if absent. If its owner has
 *       limits, it takes room in the owner's quota first (with a key, in that transaction): one update, conditional on
 *       {@code open}, {@code day} and {@code count}; another update frees the room after the end of the match. Only if
 *       there is no room, and once a minute at most: one update, conditional on {@code lookedAt}, and a batch of gets.
 *   <li>Find a match: get by key.
 *   <li>Lease, save, finish, fail, release, redrive: one update by key, conditional on {@code status} and
 *       {@code fence}. A rejected update returns the item, so no read is needed to learn why.
 *   <li>Start, renew and end a runner: one put or update by key, conditional on {@code state}.
 *   <li>Watch a match: get by key; while it is running, also its runner. If it does not count as watched for another 15
 *       s, one update of the match or the runner. Renewing a lease returns the runner's item with all marks.
 *   <li>List matches by game and status: one query of {@code by-status}. By game, by status, or all: a query for each
 *       partition, merged by {@code id}. Running ones: a query of all runners, and one of {@code by-status} for each.
 *   <li>Create a token: put if absent. Find: get by key. Revoke: update by key. List: one query of {@code by-status}.
 *   <li>Create an invitation: put if absent. Find: get by key. Revoke: update by key. List: one query of
 *       {@code by-status}. Who joined: one query of its partition, and a batch of gets.
 *   <li>Join: a get, and one transaction that counts the use, conditional on {@code used}, {@code expiresAt} and
 *       {@code revokedAt}, and puts the token and the item that finds it for its invitation. Without an invitation: one
 *       transaction that puts the token and counts the address, conditional on {@code count}. A wrong secret: two gets,
 *       and one update of a count.
 *   <li>Show an owner's use of its quotas: three gets.
 *   <li>Count a request: one update by key, conditional on {@code count}.
 *   <li>Register a bot: one transaction puts both items (and an idempotency key) if absent. With a limit: one query of
 *       the owner's bots and a get of its quota first, and the transaction also takes room there. Find: get by key.
 *       Change: update by key, conditional on {@code revision}. Delete: one transaction that also frees the room.
 *   <li>Store the result of a check: one update by key, conditional on {@code waitingCheck}; of a health check:
 *       conditional on {@code checkedAt}. Both are also conditional on {@code version}, so that a result for one URL is
 *       never stored for another.
 *   <li>List public or active bots: a filtered query of {@code by-status} for each game. List an owner's bots: one
 *       query, and a get for each.
 *   <li>Create a tournament: one transaction puts all of its items if absent (and takes room in its owner's quota, and
 *       stores an idempotency key). Find: get by key. Its players: one query, a page per MB.
 *   <li>Plan or cancel a tournament: one update by key, conditional on {@code planRevision}. End: one transaction that
 *       also deletes its entry among the open tournaments and frees its room.
 *   <li>List public tournaments: a filtered query of {@code by-status}. List an owner's: one query, and a get for each.
 *       List open ones: one query of {@code tournaments-open}.
 *   <li>Append to a journal: get its head; then one transaction increases its length, puts the entries, and removes
 *       {@code due} from each match, conditional on its presence. So each result enters the journal once, however many
 *       callers try.
 *   <li>Decide ladder matches: one transaction counts them, conditional on {@code count} and {@code minutes}, and
 *       stores them. Open ones: one query of {@code open#}, and a batch of gets.
 *   <li>Publish a snapshot: one update of the journal's head, conditional on {@code snapshot}.
 *   <li>Read a journal: one query of its partition, starting at an entry.
 *   <li>Find unsent webhooks and results after a crash: query {@code by-due} up to now; for results also a batch of
 *       gets.
 *   <li>Find abandoned matches: query all runners, and {@code by-status} for each dead one.
 *   <li>Find queued matches without a message: a page of the queued matches of each game in {@code by-status}, filtered
 *       by {@code requeueAt}; further pages only as long as all matches of a page are overdue.
 * </ul>
 *
 * <h2>Cost of a match</h2>
 *
 * <p>In write units (1 KB each; a match takes about half of that, and a few KB with 20 long failures), including the
 * indexes: accept 2, or 6 with an idempotency key; lease 3; finish 3. So a match that needs no checkpoint costs 8 or 12
 * write units, no reads, and one PUT to S3. A runner costs 3, and 1 for each renewal, whatever it plays.
 *
 * <p>Only when it happens: a duplicate message 1 write unit; a request for a match 1 read unit; watching 1 write unit
 * per 15 s for all viewers together; a page of a list half a read unit per 4 KB and partition; a match of an owner with
 * limits 2 more write units, or 3 with an idempotency key, as long as less than 1 KB of ids are open (27 matches),
 * otherwise as much more for each KB; the first match of a day 1 more; a request that finds no room 1 write unit for
 * each KB, and once a minute a read unit for each match that is open; a registered bot 1 read unit when the match is
 * accepted and 1 when a runner takes it; a sweep a read unit per 4 KB of runners, half of one for each dead runner, and
 * half of one per 4 KB of the queued matches of each game, of which it reads at most 1 MB: 128 units.
 *
 * <p>A match with a competition costs more when it finishes: 1 write unit for the index {@code by-due}, 4 for its
 * journal entry, and its share of 2 for the head and of 2 per KB of entries (a third to half a KB each). That is 9 for
 * a single entry and 6 each for ten together, plus 2 read units each and 1 for the head.
 *
 * <h2>Cost of a tournament</h2>
 *
 * <p>In addition to its matches: 12 write units to create it, and 2 per KB of players (40 players with short URLs take
 * 4 KB; a thousand with the longest URLs take 2.3 MB, less than the 4 MB limit of a transaction); 2 per change of the
 * plan, and 2 more per hundred open matches; about 10 to end it.
 */
package bout.store.table;
