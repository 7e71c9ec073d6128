/**
 * Deterministic simulation of what the functions promise: decision 0032. Start with {@link bout.simulation.Simulation}.
 */
package bout.simulation;
