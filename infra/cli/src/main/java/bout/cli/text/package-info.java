/** What commands print: tables, progress and messages. */
package bout.cli.text;
