package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {

    @TempDir
    private Path path;

    @Test
    void a_new_folder_gets_the_format_and_can_be_taken_again() throws Exception {
        DataFolder.take(path).close();
        assertEquals(Integer.toString(DataFolder.FORMAT), Files.readString(path.resolve(DataFolder.FORMAT_FILE)));
        Files.writeString(path.resolve("shared-local-instance.db"), "the table");
        DataFolder.take(path).close();
    }

    @Test
    void a_folder_without_a_format_file_is_rejected_in_one_sentence() throws Exception {
        Files.writeString(path.resolve("shared-local-instance.db"), "the table");
        rejected("format 1, this one needs " + DataFolder.FORMAT);
        assertTrue(Files.exists(path.resolve("shared-local-instance.db")));
    }

    @Test
    void a_folder_of_another_format_is_rejected_and_can_be_taken_once_it_is_empty() throws Exception {
        Files.writeString(path.resolve(DataFolder.FORMAT_FILE), "99\n");
        rejected("format 99");
        Files.delete(path.resolve(DataFolder.FORMAT_FILE));
        DataFolder.take(path).close();
    }

    private void rejected(String why) {
        StackNotStarted rejected = assertThrows(StackNotStarted.class, () -> DataFolder.take(path));
        assertTrue(
                rejected.getMessage().startsWith("the data folder " + path + " was written by another version of Bout")
                        && rejected.getMessage().contains(why),
                rejected::getMessage);
    }
}
