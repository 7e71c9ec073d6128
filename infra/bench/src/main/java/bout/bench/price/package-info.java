/** What matches cost on AWS: counted quantities times a dated list of prices. */
package bout.bench.price;
