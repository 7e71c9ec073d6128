/** The runners: each has one lease, under which it plays all of its matches. */
package bout.store.runner;
