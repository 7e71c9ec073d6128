/** Vector files: recorded matches and situations, mostly of the original games, that the engine must reproduce. */
package bout.conformance;
