/** The ids of matches, bots and tournaments. */
package bout.wire.id;
