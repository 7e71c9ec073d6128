/**
 * The table: its keys, reads, conditional writes and transactions. Independent of what is stored.
 *
 * <h2>Access patterns</h2>
 *
 * <ul>
 *   <li>Accept a match: put it if absent; with an idempotency key, one transaction that puts both if absent.
 *   <li>Accept a match whose owner has limits: one query of the owner's slots, consistent; then one transaction that
 *       also takes a slot that is free and counts the day. It is refused where another took the slot meanwhile. The
 *       transaction that ends the match gives the slot back.
 *   <li>Find a match: get by key, consistent.
 *   <li>Lease, renew, save, finish, fail, release, redrive: one update of the match by key, conditional on
 *       {@code status}, {@code fence} or {@code leaseUntil}. A refused update returns the item, so that nothing is read
 *       to learn why. To take over a lease that ran out takes two: the first is refused and tells so.
 *   <li>Watch a match: get by key, consistent; and one update by key, conditional on {@code status} and
 *       {@code watchedUntil}, where the item does not count as watched for another 15 s. Renewing a lease returns the
 *       item, and so tells the runner.
 *   <li>List by game and status: one query of {@code by-status}. List by game, by status, or all: a query for each
 *       partition that can hold such matches, merged by {@code id}.
 *   <li>Make a token: put it if absent. Look one up: get by key, consistent. Revoke one: one update by key. List them:
 *       one query of {@code by-status}.
 *   <li>Count a request: one update by key, conditional on {@code count}.
 *   <li>Register a bot: one transaction that puts both items (and an idempotency key) if absent. Find one: get by key,
 *       consistent. Change it: one update by key, conditional on {@code revision}. Delete it: one transaction.
 *   <li>Make a check: one update by key, conditional on {@code waitingCheck}; write a sweep's finding: one, conditional
 *       on {@code checkedAt}; both on {@code version}, too, so that what was learnt of one URL is never said of
 *       another.
 *   <li>List public or active bots: a query of {@code by-status} for each game, filtered. List an owner's: one query,
 *       and a get for each.
 *   <li>Create a tournament: with limits one query of the owner's slots, consistent; then one transaction that puts all
 *       of its items (and takes a slot, and keeps an idempotency key) if absent. Find one: get by key, consistent. Its
 *       players: one query, a page for each MB.
 *   <li>Plan or cancel a tournament: one update by key, conditional on {@code planRevision}. End one: one transaction
 *       that also deletes what finds it as open and gives its slot back.
 *   <li>List public tournaments: a query of {@code by-status}, filtered. List an owner's: one query, and a get for
 *       each. Those that are not over: one query of {@code tournaments-open}.
 *   <li>Append to a journal: get its head, consistent; then one transaction that counts it on, puts the entries, and on
 *       each match removes {@code outbox}, conditional on its being there. So a result is in the journal once, whoever
 *       tries how often: what was to be done is what makes it possible.
 *   <li>Decide on matches of a ladder: one transaction that counts them, conditional on {@code count} and
 *       {@code minutes}, and writes them down. Which are open: one query of what begins with {@code open#}, consistent,
 *       and a batch of gets.
 *   <li>Name a snapshot: one update of the journal's head, conditional on {@code snapshot}.
 *   <li>Read a journal: one query of its partition from an entry on, consistent.
 *   <li>Webhooks and results that a crash kept from their queues: query {@code by-outbox} up to a {@code finishedAt} of
 *       a minute ago; for results then a batch of gets.
 *   <li>Leases that ran out: query {@code GAME#running}, filtered by {@code leaseUntil}; as many items as matches run.
 *   <li>Queued matches without a message: query {@code GAME#queued} up to the ids of a minute ago, filtered by
 *       {@code requeueAt}; nothing, unless matches wait for more than a minute.
 * </ul>
 *
 * <h2>What a match costs</h2>
 *
 * <p>Each player that is a registered bot adds a read when the match is asked for and one when a runner takes it.
 *
 * <p>In write units (an item of up to 1 KB; a match has about half of that, and a few KB with 20 long failures), of
 * which the index takes part: accept 2, or 6 in a transaction with an idempotency key; lease 3; finish 3; each renewal
 * 2. So a match that ends within its first lease costs 8 or 12 write units and no read, beside one PUT to S3. What only
 * costs when it happens: a duplicate message 1 write unit, a look at a match 1 read unit, watching it 2 write units in
 * 15 s (however many watch, but 1 more for each that looks in the moment in which it is due), a page of a list half a
 * read unit for each 4 KB and partition, a match of an owner with limits 9 write units more, a sweep half a read unit
 * for each 4 KB of running matches.
 *
 * <p>A match with a competition costs more once it is finished: one write unit because its outbox is full, and to be
 * written into its journal 4, and its share of 2 for the head and of 2 for each KB of entries (a third to half a KB
 * each). That is 8 for one alone, and 5 each for ten together; beside 2 read units, and one for the head. All others
 * pay for nothing but the bytes of their tallies: two of a byte or two for house bots, some 100 to 250 bytes for a bot
 * that was called.
 *
 * <h2>What a tournament costs</h2>
 *
 * <p>Beside its matches: to create it 12 write units and 2 for each KB of players (40 players with short URLs have 4
 * KB, a thousand with the longest ones 2.3 MB, below the 4 MB of a transaction); a change of the plan 2 write units,
 * and 2 more for each hundred open matches; to end it some 10.
 */
package bout.store.table;
