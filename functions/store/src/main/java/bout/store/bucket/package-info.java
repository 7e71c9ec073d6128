/** The bucket's files: how they are written, read and removed. */
package bout.store.bucket;
