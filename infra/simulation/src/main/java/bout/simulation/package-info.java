/**
 * Deterministic simulation of what the store promises. The store's own classes run on a table in memory that implements
 * DynamoDB's conditions, with a virtual clock and a scheduler that interleaves runners, sweepers and API calls as a
 * seed decides. Start with {@link bout.simulation.Simulation}.
 */
package bout.simulation;
