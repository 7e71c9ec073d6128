/** Commands for those who run Bout and look behind it. */
package bout.cli.dev;
