/** The files of matches in the bucket: replays of finished matches, live replays and checkpoints of running ones. */
package bout.store.replay;
