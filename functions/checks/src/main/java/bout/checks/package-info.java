/** Calls registered bots outside of matches: the check that an owner asks for, proof of control, and the health sweep. */
package bout.checks;
