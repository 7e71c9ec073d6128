/**
 * Deterministic simulation of the functions' promises: decision 0032. Start with {@link bout.simulation.Simulation}.
 */
package bout.simulation;
