package bout.browser;

import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Option;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Replay;
import bout.engine.TimeLimits;
import bout.engine.UnexpectedValue;
import bout.games.Games;
import java.util.List;
import java.util.Map;
import org.teavm.jso.JSExport;
import org.teavm.jso.JSObject;
import org.teavm.jso.JSProperty;

/**
 * The exports of the module {@code engine.js}: the engine for pages. Arguments and results are plain values, as
 * {@code JSON.parse} makes them, or handles with the members described here.
 */
public final class BrowserEngine {

    private BrowserEngine() {}

    /** The games as described by {@code GET /api/games/{game}}, each with its {@code houseBots}. */
    @JSExport
    public static JSObject games() {
        return JsValues.toJs(Games.ALL.stream().map(BrowserEngine::plain).toList());
    }

    /**
     * Opens a replay document, of a finished or a running match. Open the newer document of a running match again.
     *
     * @return {@code {replay, problem}}, one of them {@code null}: the {@link OpenedReplay}, or what is wrong with the
     *     document
     */
    @JSExport
    public static Opening openReplay(JSObject document) {
        try {
            Replay replay = Replay.read(Plain.of(JsValues.toPlain(document)));
            return Games.byId(replay.start().game())
                    .map(game -> new Opening(new OpenedReplay<>(replay, game), null))
                    .orElseGet(() -> new Opening(null, noGame(replay)));
        } catch (UnexpectedValue unexpected) {
            return new Opening(null, "Not a replay. " + unexpected.getMessage());
        }
    }

    private static String noGame(Replay replay) {
        return "There is no game with the id " + replay.start().game() + ".";
    }

    /** The result of {@link #openReplay}. */
    static final class Opening {
        private final OpenedReplay<?> replay;
        private final String problem;

        private Opening(OpenedReplay<?> replay, String problem) {
            this.replay = replay;
            this.problem = problem;
        }

        @JSExport
        @JSProperty
        public OpenedReplay<?> getReplay() {
            return replay;
        }

        @JSExport
        @JSProperty
        public String getProblem() {
            return problem;
        }
    }

    /**
     * Starts a match that the page plays.
     *
     * @param options the options that differ from their defaults
     * @return {@code {match, problem}}, one of them {@code null}: the {@link OngoingMatch}, or what is wrong with the
     *     options
     */
    @JSExport
    public static Beginning beginMatch(String game, String seed, JSObject options, int seats) {
        return begin(game(game), seed, options, seats);
    }

    private static <M> Beginning begin(Game<M> game, String seed, JSObject options, int seats) {
        return switch (Options.read(
                game.card().options(), Plain.of(JsValues.toPlain(options)).fields())) {
            case Options.Valid valid ->
                new Beginning(new OngoingMatch<>(Match.draw(game, seed, valid.options(), seats)), null);
            case Options.Invalid invalid -> new Beginning(null, words(invalid));
        };
    }

    /**
     * Starts a match that the page plays from a turn of another on.
     *
     * @param document the other match's replay
     * @param turn at least one turn before its end; turns up to there are {@link OngoingMatch#isRecorded recorded}
     * @return like {@link #beginMatch}
     */
    @JSExport
    public static Beginning continueMatch(JSObject document, int turn) {
        try {
            Replay replay = Replay.read(Plain.of(JsValues.toPlain(document)));
            return Games.byId(replay.start().game())
                    .map(game -> continued(replay, game, turn))
                    .orElseGet(() -> new Beginning(null, noGame(replay)));
        } catch (UnexpectedValue unexpected) {
            return new Beginning(null, "Not a replay. " + unexpected.getMessage());
        }
    }

    private static <M> Beginning continued(Replay replay, Game<M> game, int turn) {
        Match<M> there = replay.play(game, turn);
        return there.turn() < turn || there.over()
                ? new Beginning(null, "The match has no turn after turn " + turn + " that could be played differently.")
                : new Beginning(new OngoingMatch<>(replay.playback(game), turn), null);
    }

    /** The result of {@link #beginMatch} and {@link #continueMatch}. */
    static final class Beginning {
        private final OngoingMatch<?> match;
        private final String problem;

        private Beginning(OngoingMatch<?> match, String problem) {
            this.match = match;
            this.problem = problem;
        }

        @JSExport
        @JSProperty
        public OngoingMatch<?> getMatch() {
            return match;
        }

        @JSExport
        @JSProperty
        public String getProblem() {
            return problem;
        }
    }

    private static Game<?> game(String id) {
        return Games.byId(id).orElseThrow(() -> new IllegalArgumentException("there is no game " + id));
    }

    private static String words(Options.Invalid invalid) {
        Options.Violation wrong = invalid.violations().getFirst();
        return wrong.name() + ": " + wrong.text();
    }

    static List<String> texts(JSObject list) {
        return Plain.of(JsValues.toPlain(list)).entries().stream()
                .map(Plain::text)
                .toList();
    }

    static List<HouseBot> houseBots(Game<?> game, JSObject names) {
        return texts(names).stream().map(name -> houseBot(game, name)).toList();
    }

    static HouseBot houseBot(Game<?> game, String name) {
        return game.houseBot(name)
                .orElseThrow(() -> new IllegalArgumentException(game.card().name() + " has no house bot " + name));
    }

    private static Map<String, Object> plain(Game<?> game) {
        GameCard card = game.card();
        GameCard.Seats seats = card.seats();
        TimeLimits limits = card.timeLimits();
        List<?> houseBots = game.houseBots().stream()
                .map(bot -> Plain.object("name", bot.name(), "description", bot.sentence()))
                .toList();
        return Plain.object(
                "id", card.id(),
                "name", card.name(),
                "summary", card.summary(),
                "rules", card.rules(),
                "seats", Plain.object("fewest", seats.fewest(), "most", seats.most()),
                "setUpTellsChance", game.setUpTellsChance(),
                "options", card.options().stream().map(Option::toPlain).toList(),
                "houseBots", houseBots,
                "timeLimits", Plain.object("first", limits.first(), "later", limits.later()),
                "answer", card.answer(),
                "exampleAnswer", card.exampleAnswer(),
                "scoreUnit", card.scoreUnit());
    }
}
