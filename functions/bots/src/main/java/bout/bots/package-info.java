/** House bots with a URL, called in the same way as any other bot. */
package bout.bots;
