/** Text formats: the JSON configuration, the bodies of bot requests, API problems, and replay files. */
package bout.wire;
