/** Benchmarks that anyone can run: {@code bout bench}. */
package bout.bench;
