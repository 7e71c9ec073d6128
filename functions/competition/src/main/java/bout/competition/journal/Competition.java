package bout.competition.journal;

import bout.competition.pairings.Fixture;
import bout.engine.Plain;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Map;

public sealed interface Competition {

    /** The tournament or ladder that the result counts for. */
    Subject subject(String game);

    /** The form that {@link #read} reads and the API shows. */
    @JsonValue
    Map<String, Object> toPlain();

    /** A match of a tournament, which has at most one between the same two on the same board in the same seats. */
    record OfTournament(String tournament, Fixture fixture) implements Competition {

        @Override
        public Subject subject(String game) {
            return new Subject.Tournament(tournament);
        }

        @Override
        public Map<String, Object> toPlain() {
            List<Integer> players = List.of(fixture.first(), fixture.second());
            return Plain.object("tournament", tournament, "board", fixture.board(), "players", players);
        }
    }

    /** A match of a game's ladder: which versions of its bots have seat 1 and 2; 0 for a house bot. */
    record OfLadder(int firstVersion, int secondVersion) implements Competition {

        public OfLadder {
            if (firstVersion < 0 || secondVersion < 0) {
                throw new IllegalArgumentException("no versions of bots: " + firstVersion + " and " + secondVersion);
            }
        }

        @Override
        public Subject subject(String game) {
            return new Subject.Ladder(game);
        }

        @Override
        public Map<String, Object> toPlain() {
            return Map.of("versions", List.of(firstVersion, secondVersion));
        }
    }

    /** @throws bout.engine.UnexpectedValue when the value is not what {@link #toPlain} makes */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Competition read(Plain plain) {
        if (plain.has("tournament")) {
            plain.onlyFields("tournament", "board", "players");
            Plain players = plain.get("players").size(2);
            return new OfTournament(
                    plain.get("tournament").text(),
                    new Fixture(
                            plain.get("board").integer(0, Integer.MAX_VALUE),
                            players.at(0).integer(0, Integer.MAX_VALUE),
                            players.at(1).integer(0, Integer.MAX_VALUE)));
        }
        plain.onlyFields("versions");
        Plain versions = plain.get("versions").size(2);
        return new OfLadder(
                versions.at(0).integer(0, Integer.MAX_VALUE), versions.at(1).integer(0, Integer.MAX_VALUE));
    }
}
