/**
 * The messages between connected bots and runners. A connected bot has no URL: its program opens a WebSocket (a
 * <em>connection</em>), and calls reach it there.
 *
 * <p>A connection is opened with a ticket: {@code wss://...?ticket=TICKET}. {@code POST /api/bots/ID/connect} gives a
 * bot's; it is good for 60 seconds. Each WebSocket message is one JSON object in UTF-8 with a {@code type}, at most
 * 32,768 bytes ({@link bout.wire.connection.ConnectionText#MAX_BYTES}). Receivers ignore types and fields that they do
 * not know.
 *
 * <pre>
 * to the bot
 *   {"type":"request","call":"C","reply":"TICKET","timeLimit":1000,"headers":{"Content-Type":"application/json",
 *    "Bout-Match":"...","Bout-Game":"...","Bout-Seat":"1","Bout-Turn":"0","Bout-Time-Limit":"1000","User-Agent":"...",
 *    "Accept":"application/json","webhook-id":"...","webhook-timestamp":"...","webhook-signature":"..."},"body":"..."}
 *   {"type":"closing","reason":"..."}     open another connection now; answers on this one still count until it closes
 *   {"type":"event","event":"started","match":"SEAT-ID","game":"...","seat":1,"opponent":"...","page":"/match.html?id=..."}
 *   {"type":"event","event":"ended", ...the same..., "result":"won"}         won, lost, drawn or void
 *   {"type":"pong"}
 *   {"type":"ping","call":"C","reply":"TICKET"}      is the bot there?
 * from the bot
 *   {"type":"answer","call":"C","reply":"TICKET","status":200,"headers":{"Bout-Note":"..."},"body":"..."}
 *   {"type":"pong","call":"C","reply":"TICKET"}      yes, at once
 *   {"type":"ping"}                       every half minute; a connection without any message for ten minutes is closed
 * either way
 *   {"type":"part","id":"...","reply":"TICKET","index":0,"of":3,"text":"..."}
 * between a runner and its own connection
 *   {"type":"hello"}   {"type":"welcome","connection":"..."}
 * </pre>
 *
 * <p>{@code call} is the same when a move is asked again on another connection; {@code reply} is not. A bot computes a
 * call once, and answers each request for it with that request's {@code reply}. The first answer counts. A new
 * {@code call} is computed anew, even if it is for a turn that the bot has played: another runner may have taken over
 * the match from an earlier turn.
 *
 * <p>A message that is too large is sent as parts: {@code text} is a piece of its JSON text, split between characters,
 * {@code id} tells messages apart, {@code index} counts from 0, and at most 16 parts are read. Parts may arrive in any
 * order. Each part of an answer repeats its {@code reply}, without which it would not reach the runner.
 *
 * <p>{@code timeLimit} is how many milliseconds the bot has left; the runner waits longer, for the way. {@code headers}
 * and {@code body} are what a bot at a URL would get, so {@code Bout-Time-Limit} does not shrink when a move is asked
 * again.
 *
 * <p>{@code opponent} and {@code page} are missing where the bot may not know them yet: while a rated match runs.
 *
 * <p>{@link bout.wire.connection.ConnectionText} writes and reads messages, {@link bout.wire.connection.Parts} puts
 * parts together, {@link bout.wire.connection.ConnectionTickets} makes tickets. Clients need not understand tickets.
 */
package bout.wire.connection;
