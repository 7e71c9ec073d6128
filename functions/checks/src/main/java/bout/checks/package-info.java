/** Calls registered bots outside of matches: checks requested by owners, proof of control, and the health sweep. */
package bout.checks;
