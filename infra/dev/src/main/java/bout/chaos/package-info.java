/** Kills a stack under load, again and again, and checks that no match is lost or counted twice. */
package bout.chaos;
