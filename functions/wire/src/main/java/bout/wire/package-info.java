/** Plain values as text: the one JSON configuration, the bodies that bots are sent, and replay files. */
package bout.wire;
