/**
 * Runs the code of published bots where it reaches nothing but its request, its answer and its console.
 *
 * <p>A bot is JavaScript, run by QuickJS, which was compiled to WebAssembly and that to bytecode (quickjs4j). So there
 * are three walls. The language: {@code room.js} deletes what reaches the host before the bot's code is loaded. The
 * memory: whatever a hole in QuickJS allows, its instructions address 32 MB of their own and nothing else. The surface:
 * the WebAssembly code calls 13 functions of ours, all in {@link bout.sandbox.Engine}; there is no file, socket,
 * process, environment, clock or random number of the host among them, and the library that would offer some is not on
 * the class path. Someone who gets through the first two walls can hand over a wrong answer or print, as every bot can.
 *
 * <p>The bytecode is a copy of quickjs4j's with its largest methods split, which the build makes
 * ({@code SplitMethods}), because the JVM does not compile large methods.
 *
 * <p>What a hole in the third wall, in the runtime or the JVM, could reach is what the process can: other bots' code in
 * memory, and the permissions of the function that runs it.
 *
 * <p>What a bot could starve, and what limits it:
 *
 * <ul>
 *   <li>Processors: there is a thread for each and no more. The clock of a move is the time of a processor that its
 *       thread has used, so neither waiting nor a busy machine counts. The bot that has used least comes first; a bot
 *       that must be stopped three times is not asked again in its match. A running move is not interrupted for others:
 *       they may wait 5 seconds at most: 3 in which its code is loaded or brought back, and 2 of its turn.
 *   <li>Memory: 32 MB for an engine, and a limit for all. Above it, bots of the owner whose bots take most are put
 *       aside: small ones are compressed, and large ones dropped and later brought back by all that they were sent,
 *       which counts for them. A bot cannot tell, unless that takes longer than 3 seconds.
 *   <li>The stack: QuickJS has one of 1 MB in its own memory. Beyond it the bot is stopped, some 3,000 calls deep.
 *       Threads have 64 MB, so the JVM's stack never ends first, interpreted or compiled, and the depth does not depend
 *       on it.
 *   <li>Output: an answer of 64 KB, the last 2 KB printed in a turn, the first 500 characters of an error.
 * </ul>
 *
 * <p>The same code, game, seed, seat and requests give the same answers on every machine: WebAssembly leaves nothing
 * open but the bits of NaN, which a bot sees only if it looks for them through typed arrays; {@code Math.random} and
 * {@code Date} follow from a secret seed, seat and turn; there is no locale, and the time zone is UTC; garbage
 * collection shows nowhere. Only whether a move is in time depends on the machine. After a time-out the engine is gone,
 * because how far it came cannot be repeated, and the next turn begins with the code as published. A replay says which
 * moves were time-outs, so that is repeated as well.
 *
 * <p>{@code EscapesTest} has the attempts.
 */
package bout.sandbox;
