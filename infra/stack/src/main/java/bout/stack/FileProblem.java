package bout.stack;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why a file, a folder or a server cannot be used, for people: Java's own messages often only repeat its name. */
public final class FileProblem {

    private FileProblem() {}

    /** Such as {@code permission denied}. */
    public static String text(IOException problem) {
        return switch (problem) {
            case NoSuchFileException missing -> "no such file or folder";
            case AccessDeniedException denied -> "permission denied";
            case FileAlreadyExistsException existing -> "a file is in place of a folder";
            case FileSystemException other when other.getReason() != null -> other.getReason();
            default -> problem.getMessage() == null ? "unknown error" : problem.getMessage();
        };
    }

    /** Such as {@code nothing answers at http://127.0.0.1:8080}. */
    public static String noAnswer(Object address, IOException problem) {
        return switch (problem) {
            case ConnectException refused -> "nothing answers at " + address;
            case UnknownHostException unknown -> "no answer from " + address + ": unknown host";
            case SocketTimeoutException slow -> "no answer from " + address + " in time";
            default -> "no answer from " + address + ": " + text(problem);
        };
    }
}
