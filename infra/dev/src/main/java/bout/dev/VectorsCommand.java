package bout.dev;

import bout.cli.text.BoutCommand;
import bout.cli.text.CommandFailed;
import bout.competition.Outcome;
import bout.competition.ratings.LadderRatings;
import bout.competition.ratings.Rating;
import bout.competition.ratings.WengLin;
import bout.conformance.Vectors;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.UnexpectedValue;
import bout.stack.FileProblem;
import bout.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "vectors",
        header = "Test the games, and the ratings, against recorded matches.",
        description = {
            "Replays all *.json files of a folder and its subfolders, and prints the first difference of each recorded match"
                    + " or situation that differs. Skips and counts files of unknown kinds."
        },
        exitCodeList = {
            "0:all passed",
            "1:something differs or cannot be read, or there is nothing to replay",
            "2:wrong use of the command line"
        },
        footer = "  bout dev vectors vectors/ajax-tiles")
final class VectorsCommand extends BoutCommand {

    /** Other libraries add in another order. */
    private static final double RATINGS_DIFFER = 1e-9;

    @Parameters(paramLabel = "DIR", description = "A folder with vector files, or one file.")
    private Path folder;

    private final Map<String, Integer> skipped = new TreeMap<>();
    private int passed;
    private int failed;

    @Override
    public Integer call() {
        for (Path file : files()) {
            replay(file);
        }
        skipped.forEach((kind, files) ->
                out().println("skipped " + files + (files == 1 ? " file" : " files") + " of the unknown kind " + kind));
        out().println(passed + " passed, " + failed + " failed");
        if (passed + failed == 0) {
            throw new CommandFailed(
                    folder + " has no vector files of a known kind: " + String.join(", ", Vectors.kinds()));
        }
        return failed > 0 ? 1 : 0;
    }

    private List<Path> files() {
        check(Files.exists(folder), folder + ": no such file or folder.");
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".json") && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        } catch (IOException | java.io.UncheckedIOException unreadable) {
            throw new CommandFailed("cannot read " + folder + ": " + unreadable.getMessage(), unreadable);
        }
    }

    private void replay(Path file) {
        try {
            Plain document = Plain.of(Json.read(Files.readAllBytes(file)));
            if (document.fields().containsKey("model")) {
                ratings(file, document);
                return;
            }
            String kind = document.text("game");
            if (!Vectors.kinds().contains(kind)) {
                skipped.merge(kind, 1, Integer::sum);
                return;
            }
            for (Vectors.Outcome outcome : Vectors.check(document)) {
                if (outcome.passed()) {
                    passed++;
                } else {
                    fail(file + ": " + outcome.name() + ": " + outcome.difference());
                }
            }
        } catch (Json.NotJson notJson) {
            fail(file + ": not JSON: " + notJson.getMessage());
        } catch (UnexpectedValue unexpected) {
            fail(file + ": " + unexpected.getMessage());
        } catch (IOException unreadable) {
            fail(file + ": cannot be read: " + FileProblem.text(unreadable));
        }
    }

    /** The ratings after each recorded match, by the formula of which openskill's BradleyTerryFull is the original. */
    private void ratings(Path file, Plain document) {
        LadderRatings ratings = new LadderRatings(new WengLin(
                document.get("beta").number(),
                document.get("kappa").number(),
                (sigma, c) -> sigma / c,
                document.get("tau").number()));
        List<Plain> matches = document.get("matches").entries();
        for (int match = 0; match < matches.size(); match++) {
            Plain recorded = matches.get(match);
            List<String> players =
                    recorded.get("players").entries().stream().map(Plain::text).toList();
            ratings.add(new LadderRatings.Match(
                    players,
                    new Outcome(recorded.get("places").entries().stream()
                            .map(place -> place.integer(1, Seat.MOST))
                            .toList())));
            for (int seat = 0; seat < players.size(); seat++) {
                Plain after = recorded.get("after").at(seat);
                Rating now = ratings.of(players.get(seat));
                if (Math.abs(after.at(0).number() - now.mu()) > RATINGS_DIFFER
                        || Math.abs(after.at(1).number() - now.sigma()) > RATINGS_DIFFER) {
                    fail(file + ": match " + match + ": " + players.get(seat) + " has " + now + ", recorded: "
                            + after.value());
                    return;
                }
            }
        }
        passed++;
    }

    private void fail(String what) {
        failed++;
        out().println(what);
    }
}
