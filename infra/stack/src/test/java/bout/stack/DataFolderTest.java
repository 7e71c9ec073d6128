package bout.stack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.CloudBucket;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;

class DataFolderTest {

    @TempDir
    private Path path;

    @Test
    void a_new_folder_gets_the_format_and_can_be_used_again() throws Exception {
        DataFolder.checked(path);
        assertEquals(Integer.toString(DataFolder.FORMAT), Files.readString(path.resolve(DataFolder.FORMAT_FILE)));
        Files.writeString(path.resolve("shared-local-instance.db"), "the table");
        DataFolder.checked(path);
    }

    @Test
    void a_folder_is_used_again_after_a_start_on_a_full_disk() throws Exception {
        Files.createFile(path.resolve(DataFolder.FORMAT_FILE));
        DataFolder.checked(path);
        assertEquals(Integer.toString(DataFolder.FORMAT), Files.readString(path.resolve(DataFolder.FORMAT_FILE)));
    }

    @Test
    void nobody_is_told_to_delete_a_folder_with_files_of_their_own() throws Exception {
        Files.writeString(path.resolve("thesis.tex"), "chapter 1");
        StackNotStarted rejected = assertThrows(StackNotStarted.class, () -> DataFolder.checked(path));
        assertEquals(
                "the folder " + path
                        + " contains other files and no data of Bout; choose an empty or a new folder with --data",
                rejected.getMessage());
        assertEquals("chapter 1", Files.readString(path.resolve("thesis.tex")));
        assertArrayEquals(new String[] {"thesis.tex"}, path.toFile().list());
    }

    @Test
    void a_folder_of_another_format_is_rejected_and_can_be_used_once_it_is_empty() throws Exception {
        Files.writeString(path.resolve(DataFolder.FORMAT_FILE), "99\n");
        StackNotStarted rejected = assertThrows(StackNotStarted.class, () -> DataFolder.checked(path));
        assertTrue(
                rejected.getMessage().startsWith("the data folder " + path + " was written by another version of Bout")
                        && rejected.getMessage().contains("format 99, this one needs " + DataFolder.FORMAT),
                rejected::getMessage);
        Files.delete(path.resolve(DataFolder.FORMAT_FILE));
        DataFolder.checked(path);
    }

    @Test
    void what_was_put_last_is_synced_when_the_bucket_is_closed() {
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        PrintStream err = System.err;
        System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
        try {
            CloudBucket bucket = new CloudBucket(Clock.systemUTC(), path);
            bucket.createBucket(create -> create.bucket("replays"));
            // Until the first sync is under way, which happens each second.
            Instant end = Instant.now().plusMillis(1050);
            for (int i = 0; Instant.now().isBefore(end); i++) {
                String key = Integer.toString(i);
                bucket.putObject(put -> put.bucket("replays").key(key), RequestBody.fromString("moves"));
            }
            bucket.stop();
        } finally {
            System.setErr(err);
        }
        assertEquals("", logged.toString(StandardCharsets.UTF_8));
    }
}
