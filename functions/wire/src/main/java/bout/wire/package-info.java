/** Text formats: the JSON configuration, the bodies of bot requests, API problems, replay files and secrets. */
package bout.wire;
