package bout.cli.match;

import bout.cli.text.CommandFailed;
import bout.competition.pairings.Fixture;
import bout.engine.Plain;
import bout.engine.UnexpectedValue;
import bout.stack.FileProblem;
import bout.wire.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The saved state of a tournament: a line of JSON that says which tournament it is, then one for each finished match. A
 * killed process therefore loses only the matches it was playing: a line that it left unfinished is cut off when the
 * file is opened again.
 */
final class TournamentFile implements AutoCloseable {

    private static final String TOURNAMENT = "tournament";

    private final Path path;
    private final FileChannel channel;
    private final Map<Fixture, TournamentMatch> known = new HashMap<>();
    private Map<?, ?> tournament;

    TournamentFile(Path path) {
        this.path = path;
        try {
            Files.createDirectories(path.toAbsolutePath().getParent());
            channel = FileChannel.open(
                    path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException unopened) {
            throw failed("cannot open", unopened);
        }
        try {
            // A device might have no end.
            if (!Files.isRegularFile(path)) {
                throw new CommandFailed("cannot open " + path + ": it is not a regular file");
            }
            lock();
            read();
        } catch (IOException unreadable) {
            close();
            throw failed("cannot read", unreadable);
        } catch (RuntimeException refused) {
            close();
            throw refused;
        }
    }

    private void lock() throws IOException {
        try {
            // Held until the channel is closed or the process ends.
            if (channel.tryLock() != null) {
                return;
            }
        } catch (OverlappingFileLockException here) {
            // By this process: in use like by another one.
        }
        throw new CommandFailed(path + " is in use by another bout tournament");
    }

    private void read() throws IOException {
        // Another channel of the file, once closed, would give up the lock.
        byte[] bytes = Channels.newInputStream(channel).readAllBytes();
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        int number = 0;
        for (String line : whole.lines().toList()) {
            read(++number, line.getBytes(StandardCharsets.ISO_8859_1));
        }
        channel.truncate(whole.length());
        channel.position(whole.length());
    }

    private void read(int number, byte[] line) {
        try {
            if (number == 1) {
                Plain plain = Plain.of(Json.read(line)).get(TOURNAMENT);
                plain.get("players").list();
                tournament = plain.fields();
                return;
            }
            TournamentMatch match = Json.read(line, TournamentMatch.class);
            int players = Plain.of(tournament).get("players").length();
            if (Collections.max(match.fixture().players()) >= players) {
                throw new UnexpectedValue("/fixture", "some of " + players + " players", match.fixture());
            }
            known.put(match.fixture(), match);
        } catch (Json.NotJson | UnexpectedValue unexpected) {
            throw new CommandFailed(
                    path + " is not a saved tournament: line " + number + ": " + unexpected.getMessage(), unexpected);
        }
    }

    /** Empty if the file is new. */
    Optional<Map<?, ?>> tournament() {
        return Optional.ofNullable(tournament);
    }

    /** Fails if the file contains another tournament than the wanted one; writes it if the file is new. */
    void begin(Map<String, Object> wanted) {
        if (tournament == null) {
            tournament = wanted;
            append(Map.of(TOURNAMENT, wanted));
            return;
        }
        wanted.forEach((field, value) -> {
            String ours = Json.text(value);
            String theirs = Json.text(tournament.get(field));
            if (!ours.equals(theirs)) {
                throw new CommandFailed(path + " contains another tournament: " + field + " is " + theirs
                        + " there and " + ours + " here. Choose another file, or repeat the same command.");
            }
        });
    }

    Optional<TournamentMatch> known(Fixture fixture) {
        return Optional.ofNullable(known.get(fixture));
    }

    void append(Object value) {
        ByteBuffer line = ByteBuffer.wrap((Json.text(value) + "\n").getBytes(StandardCharsets.UTF_8));
        try {
            while (line.hasRemaining()) {
                channel.write(line);
            }
        } catch (IOException unwritten) {
            throw failed("cannot write", unwritten);
        }
    }

    private CommandFailed failed(String what, IOException cause) {
        return new CommandFailed(what + " " + path + ": " + FileProblem.text(cause), cause);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException unclosed) {
            throw failed("cannot close", unclosed);
        }
    }
}
