/** Commands for those who change Bout, and for those who run it and look behind it. */
package bout.dev;
