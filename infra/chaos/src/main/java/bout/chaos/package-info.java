/** Chaos tests: inject faults into a stack and check that no match is lost or counted twice. */
package bout.chaos;
