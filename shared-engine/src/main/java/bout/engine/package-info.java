/**
 * The parts that all games share: the {@link bout.engine.Game} interface, the {@link bout.engine.Match} and the
 * {@link bout.engine.Replay}.
 *
 * <p>A match is determined by its game, engine version, options, set-up and moves, and by nothing else. All data that
 * enters or leaves the engine (requests to bots, their answers, set-ups, stored moves, pictures, replays) is made of
 * <em>plain values</em>: {@code Map<String, Object>} with a fixed order, {@code List}, {@code String}, {@code Integer},
 * {@code Double}, {@code Boolean} and {@code null}. The host converts them to and from JSON text: Jackson on the JVM,
 * {@code JSON} in the browser.
 *
 * <p>The same classes also run compiled to JavaScript and must give bit-identical results there.
 * {@code PortabilityTest} lists the classes and methods that are therefore forbidden.
 */
package bout.engine;
