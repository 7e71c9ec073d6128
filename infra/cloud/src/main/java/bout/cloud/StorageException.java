package bout.cloud;

/** Data cannot be read or kept: the folder is in use, damaged or of another version, or its disk is full. */
public final class StorageException extends RuntimeException {

    /** @param message a sentence for the person who started the process, with the folder */
    public StorageException(String message, Throwable cause) {
        super(message, cause);
    }
}
