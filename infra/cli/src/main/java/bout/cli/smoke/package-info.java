/** Checks a running deployment from outside. */
package bout.cli.smoke;
