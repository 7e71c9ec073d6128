/** Recorded games of the originals, played again to prove the rules. */
package bout.conformance;
