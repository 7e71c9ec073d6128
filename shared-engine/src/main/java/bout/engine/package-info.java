/**
 * What every game shares: the interface of a game, the match over it, and the replay.
 *
 * <p>A match is a game, an engine version, options, a set-up and moves; nothing else decides its result. Everything
 * that crosses the engine's border (what a bot is sent and answers, set-ups, stored moves, pictures, replays) is a
 * <em>plain value</em>: {@code Map<String, Object>} with a defined order, {@code List}, {@code String},
 * {@code Integer} or {@code Double}, {@code Boolean}, {@code null}. Turning plain values into text is the business of
 * the host: Jackson on the JVM, {@code JSON} in the browser.
 *
 * <p>The same classes run compiled to JavaScript, so this module keeps to what gives identical bits there; the
 * architecture test lists what must not be used.
 */
package bout.engine;
