package bout.embedded.dynamodb;

import com.almworks.sqlite4java.SQLiteConnection;
import com.almworks.sqlite4java.SQLiteException;
import com.almworks.sqlite4java.SQLiteJob;
import java.io.IOException;
import java.nio.file.Path;
import software.amazon.dynamodb.services.local.shared.access.sqlite.SQLiteDBAccess;

/**
 * Makes DynamoDB Local's database write ahead. By default, SQLite saves the old pages in a second file before each
 * change and waits for the disk four times; with a write-ahead log it waits once, and writes a third of the pages.
 * Neither loses a change when the process is killed.
 *
 * <p>The database file remembers the setting, so it can be made before DynamoDB Local opens the file.
 */
final class WriteAheadLog extends SQLiteDBAccess {

    /** The file that DynamoDB Local uses with {@code -sharedDb}. */
    private static final String FILE = "shared-local-instance.db";

    private WriteAheadLog(Path folder) {
        super(folder.resolve(FILE).toFile());
    }

    static void enable(Path folder) throws IOException {
        WriteAheadLog database = new WriteAheadLog(folder);
        try {
            database.queue
                    .execute(new SQLiteJob<Void>() {
                        @Override
                        protected Void job(SQLiteConnection connection) throws SQLiteException {
                            connection.exec("PRAGMA journal_mode = WAL");
                            return null;
                        }

                        @Override
                        protected void jobError(Throwable error) throws Throwable {
                            throw error;
                        }
                    })
                    .complete();
        } finally {
            database.close();
        }
    }
}
