/** What matches use of the paid services: requests and capacity units, counted while they run on the local stack. */
package bout.bench.usage;
