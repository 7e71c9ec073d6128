/** The stack under a hail of faults, and whether any match is lost or counted twice for it. */
package bout.chaos;
