/** Benchmarks for everyone: {@code bout bench}. */
package bout.bench;
