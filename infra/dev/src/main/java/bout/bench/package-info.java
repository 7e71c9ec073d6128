/** Benchmarks for everyone: {@code bout dev bench}. */
package bout.bench;
