package bout.site;

import static bout.site.TestSite.fields;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Engine;
import bout.engine.Game;
import bout.engine.Replay;
import bout.games.Games;
import bout.site.TestSite.Answer;
import bout.wire.ReplayFile;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The facts on a match's page; {@link PlayerTest} is about its player. */
@Tag("browser")
@ExtendWith(Chromium.class)
class MatchPageTest {

    private static final String GAME = "ajax-tiles";
    private static final String HOSTILE = "<img src=x onerror=alert(1)>&amp;";
    private static final String ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    @AutoClose
    private final TestSite site = new TestSite();

    private static Replay replay(String... names) {
        return TestSite.replay(GAME, "expand", "fearful", "7", List.of(names));
    }

    private static int turns(Replay replay) {
        return replay.calls().moves().size();
    }

    private static Map<String, Object> finished(String id, Replay replay) {
        return TestSite.finished(id, replay, turns(replay));
    }

    /** The address of the last turn, whatever its number. */
    private static String address(String id) {
        return "/match.html?id=" + id + "&turn=100000";
    }

    @Test
    @Tag("full")
    void a_match_of_a_ladder_shows_the_ratings_of_its_players(Visitor visitor) {
        TestLadder ladder = TestLadder.ofAClass();
        site.answer("GET /standings/ladders/tokens.json", TestSite.Answer.json(200, ladder.leaderboard()));
        Replay replay = TestSite.replay("tokens", "naive", "hungry", "7", List.of("Pathfinder", "hungry"));
        Map<String, Object> match = TestSite.finished(ID, replay, turns(replay));
        match.put("ladder", true);
        match.put(
                "players",
                List.of(Map.of("name", "Pathfinder", "bot", "bot_04"), Map.of("name", "hungry", "house", "hungry")));
        site.has(match, replay.toPlain());
        Page page = visitor.open(site.url(address(ID)));
        assertThat(page.locator("#scoreboard .kind").first())
                .hasText(Pattern.compile("registered bot · rating \\d+( ± \\d+)?"));
        assertThat(page.locator("#scoreboard .kind").last())
                .hasText(Pattern.compile("house bot · rating \\d+( ± \\d+)?"));
        // A house bot's name is written like a name everywhere.
        assertThat(page.locator("#title")).hasText("Pathfinder vs Hungry");
        visitor.assertAccessible();
    }

    @Test
    void a_match_that_only_its_owner_may_see_is_shown_to_who_joined(Visitor visitor) {
        Replay replay = replay("Greedy Gary", "The House");
        site.has(finished(ID, replay), replay.toPlain());
        site.answer("GET /api/matches/" + ID, TestSite.Answer.problem(404, "unknown-match", "No match has this id."));
        site.answerOnly("f00d", "GET /api/matches/" + ID, TestSite.Answer.json(200, finished(ID, replay)));
        Page page = visitor.open(site.url(address(ID)));
        assertThat(page.locator("#problem")).hasText("There is no match with the id " + ID + ".");
        page.evaluate("() => localStorage.setItem('bout-player', JSON.stringify({ token: 'other', name: 'Ben' }))");
        page.reload();
        assertThat(page.locator("#problem")).hasText("There is no match with the id " + ID + ".");
        page.evaluate("() => localStorage.setItem('bout-player', JSON.stringify({ token: 'f00d', name: 'Ada' }))");
        page.reload();
        assertThat(page.locator("#verified")).containsText("Verified");
        assertThat(page).hasTitle("Greedy Gary vs The House · Bout");
        assertThat(page.locator("#problem")).isHidden();
    }

    @Test
    void a_finished_match_shows_players_result_final_board_and_that_it_is_verified(Visitor visitor) {
        Replay replay = replay("Greedy Gary", "The House");
        site.has(finished(ID, replay), replay.toPlain());
        Page page = visitor.open(site.url(address(ID)));

        assertThat(page.locator("#verified"))
                .hasText("Verified: your browser has played all " + turns(replay)
                        + " turns again, with the same result and the same states (hash " + replay.hash() + ").");
        assertThat(page).hasTitle("Greedy Gary vs The House · Bout");
        int red = (int) replay.result().firstScore();
        int blue = (int) replay.result().secondScore();
        assertThat(page.locator("#outcome")).containsText("Greedy Gary wins, " + red + " : " + blue + ".");
        assertThat(page.locator(".side.seat-1")).containsText("Greedy Garyhouse bot Expand" + red + "tiles · won");
        assertThat(page.locator(".side.seat-2"))
                .containsText(Pattern.compile("The Househouse bot Fearful" + blue + "tiles"));
        assertThat(page.locator("#facts")).containsText("Ajax Tiles");
        assertThat(page.locator("#failures-section")).isHidden();
        assertThat(page.locator(".board"))
                .hasAttribute(
                        "aria-label",
                        Pattern.compile("Greedy Gary owns " + red + " tiles? and The House " + blue + " tiles?"));
        visitor.assertAccessible("match");
    }

    /** On a slow line the modules take several round trips; the record must not wait for them. */
    @Test
    void the_record_is_asked_for_once_and_before_the_modules_have_arrived(Visitor visitor) {
        Replay replay = replay("Greedy Gary", "The House");
        site.has(finished(ID, replay), replay.toPlain());
        Page page = visitor.page();
        List<String> records = new ArrayList<>();
        List<Route> held = new ArrayList<>();
        page.route("**/viewer/player.js", route -> {
            if (records.isEmpty()) {
                held.add(route);
            } else {
                route.resume();
            }
        });
        page.onRequest(request -> {
            if (request.url().endsWith("/api/matches/" + ID)) {
                records.add(request.url());
                held.forEach(Route::resume);
                held.clear();
            }
        });
        page.navigate(site.url(address(ID)));

        assertThat(page.locator("#verified")).containsText("Verified");
        assertEquals(1, records.size());
    }

    static List<Game<?>> games() {
        return Games.ALL;
    }

    /** The two weakest bots play: they leave something on the board. */
    @ParameterizedTest
    @MethodSource("games")
    @Tag("full")
    void every_game_is_shown_and_verified_in_both_colour_schemes(Game<?> game, Visitor visitor) {
        String id = game.card().id();
        Replay replay = TestSite.replay(
                id,
                game.houseBots().get(0).name(),
                game.houseBots().get(1).name(),
                "7",
                List.of("Greedy Gary", "The House"));
        int turns = turnsPlayed(replay, game);
        site.has(TestSite.finished(ID, replay, turns), replay.toPlain());
        for (String scheme : List.of("", "-dark")) {
            Page page = (scheme.isEmpty() ? visitor : visitor.inTheDark()).page();
            page.navigate(site.url(address(ID)));
            assertThat(page.locator("#verified")).containsText("has played all " + turns + " turns again");
            assertThat(page.locator("#facts")).containsText(game.card().name());
            assertThat(page.locator("#replay-problem")).isHidden();
            assertThat(page.locator(".board")).isVisible();
            assertThat(page.locator(".board")).hasAttribute("aria-label", Pattern.compile("\\w+"));
            assertTrue((Integer) page.evaluate("""
                            () => {
                              const canvas = document.querySelector(".board");
                              const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
                              const colours = new Set();
                              for (let i = 0; i < data.length; i += 4) {
                                colours.add(data.slice(i, i + 4).join());
                              }
                              return colours.size;
                            }
                            """) > 4, "the board has several colours");
            visitor.assertAccessible("match-" + id + scheme);
        }
    }

    static List<Path> samples() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("../../functions/wire/src/test/resources/bout/wire/replays"))) {
            return files.filter(file -> file.toString().endsWith(".json.gz"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    @Tag("full")
    void a_stored_replay_of_any_engine_version_is_still_shown(Path sample, Visitor visitor) throws Exception {
        Replay replay = ReplayFile.read(Files.readAllBytes(sample));
        Game<?> game = Games.byId(replay.start().game()).orElseThrow();
        site.has(TestSite.finished(ID, replay, turnsPlayed(replay, game)), replay.toPlain());
        Page page = visitor.open(site.url(address(ID)));
        // Another engine version may have other states; the page then says so instead.
        if (replay.engine() == Engine.VERSION) {
            assertThat(page.locator("#verified")).containsText("with the same result and the same states");
        }
        assertThat(page.locator(".board")).hasAttribute("aria-label", Pattern.compile("\\w+"));
        assertThat(page.locator("#replay-problem")).isHidden();
    }

    @Test
    void every_tile_of_the_final_board_has_its_colour(Visitor visitor) {
        Replay replay = replay("one", "two");
        site.has(finished(ID, replay), replay.toPlain());
        Page page = visitor.open(site.url(address(ID)));
        assertThat(page.locator("#verified")).isVisible();

        // A fifth of the tile from its left edge, where there is no mark.
        List<?> colours = (List<?>) page.evaluate("""
            () => {
              const canvas = document.querySelector(".board");
              const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
              const unit = canvas.width / 24;
              const columns = [];
              for (let x = 0; x < 24; x++) {
                const column = [];
                for (let y = 0; y < 12; y++) {
                  const pixel = Math.floor((x + 0.2) * unit) + Math.floor((y + 0.5) * unit) * canvas.width;
                  const parts = [...data.slice(pixel * 4, pixel * 4 + 3)];
                  column.push(`#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`);
                }
                columns.push(column);
              }
              return columns;
            }
            """);
        Map<String, Object> colourOf = new HashMap<>();
        for (Map.Entry<String, String> tile : Map.of(
                        "", "--ground",
                        "r", "--seat-1",
                        "b", "--seat-2",
                        "d", "--ajax-tiles-contaminated",
                        "n", "--ajax-tiles-nuked")
                .entrySet()) {
            colourOf.put(
                    tile.getKey(),
                    page.evaluate(
                            "name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()",
                            tile.getValue()));
        }
        List<List<Object>> expected = new ArrayList<>();
        for (Object column : finalBoard(replay)) {
            expected.add(((List<?>) column).stream().map(colourOf::get).toList());
        }
        assertEquals(expected, colours);
    }

    private static List<?> finalBoard(Replay replay) {
        var game = Games.byId(GAME).orElseThrow();
        return (List<?>) ((Map<?, ?>) lastPicture(replay, game)).get("board");
    }

    /** If both players move in a turn, the turn has two moves. */
    private static <M> int turnsPlayed(Replay replay, Game<M> game) {
        return replay.play(game, Integer.MAX_VALUE).turn();
    }

    private static <M> Object lastPicture(Replay replay, Game<M> game) {
        return replay.play(game, Integer.MAX_VALUE).picture();
    }

    @Test
    void the_board_is_available_as_text(Visitor visitor) {
        Replay replay = replay("one", "two");
        site.has(finished(ID, replay), replay.toPlain());
        Page page = visitor.open(site.url(address(ID)));
        page.getByText("The board as text").first().click();
        List<?> columns = finalBoard(replay);
        StringBuilder text = new StringBuilder();
        for (int y = 0; y < 12; y++) {
            for (int x = 0; x < 24; x++) {
                Object tile = ((List<?>) columns.get(x)).get(y);
                text.append(x == 0 ? "" : " ").append(tile.equals("") ? "·" : tile);
            }
            text.append(y == 11 ? "" : "\n");
        }
        assertThat(page.locator("#board-text")).not().isEmpty();
        assertEquals(text.toString(), page.locator("#board-text").textContent());
        visitor.assertAccessible();
    }

    @Test
    @Tag("full")
    void a_phone_shows_everything_without_scrolling_sideways_and_sharp(Visitor visitor) {
        Replay replay = replay(
                "A bot with a name of 40 characters, long",
                "Anotherbotwithonesinglewordof40characters".substring(0, 40));
        site.has(finished(ID, replay), replay.toPlain());
        Page page = visitor.onAPhone().open(site.url(address(ID)));
        assertThat(page.locator("#verified")).isVisible();
        page.getByText("The board as text").first().tap();
        assertFalse(visitor.hasToScrollSideways());
        visitor.assertAccessible();
        Map<?, ?> board = (Map<?, ?>) page.evaluate("""
            () => { const { width, clientWidth } = document.querySelector(".board"); return { width, clientWidth }; }
            """);
        int shown = 3 * (Integer) board.get("clientWidth");
        int drawn = (Integer) board.get("width");
        assertTrue(Math.abs(drawn - shown) <= 12, "drawn with " + drawn + " pixels for the screen's " + shown);
        visitor.keep("match-phone");
    }

    @Test
    void hostile_names_and_texts_are_shown_as_text(Visitor visitor) {
        Replay replay = replay(HOSTILE, "\u202e" + HOSTILE);
        Map<String, Object> match = finished(ID, replay);
        match.put("failures", List.of(fields("seat", 2, "turn", 3, "kind", HOSTILE, "text", HOSTILE)));
        match.put("seed", HOSTILE);
        match.put("options", Map.of(HOSTILE, HOSTILE));
        site.has(match, "no replay");
        Page page = visitor.open(site.url(address(ID)));
        assertThat(page.locator("#title")).containsText(HOSTILE);
        assertThat(page.locator("#failures")).containsText(HOSTILE);
        assertThat(page.locator("#facts")).containsText(HOSTILE);
        assertThat(page.locator("#replay-problem")).isVisible();
        assertThat(page.locator("main img")).hasCount(0);
    }

    @Test
    void failures_are_explained(Visitor visitor) {
        Replay replay = replay("Greedy Gary", "The House");
        Map<String, Object> match = finished(ID, replay);
        match.put("result", fields("winner", 2, "scores", List.of(8, 9), "reason", "forfeit"));
        match.put(
                "failures",
                List.of(fields(
                        "seat",
                        1,
                        "turn",
                        16,
                        "kind",
                        "time-out",
                        "text",
                        "No answer within 2000 ms; no header of the answer had come.")));
        site.answer("GET /api/matches/" + ID, Answer.json(200, match));
        Page page = visitor.open(site.url(address(ID)));
        assertThat(page.locator("#outcome"))
                .hasText("The House wins, 8 : 9. Greedy Gary gave no move that could be read, and so lost at once.");
        assertThat(page.locator("#failures li")).containsText("Greedy Gary on turn 17: time-out");
        assertThat(page.locator("#failures li")).containsText("No answer within 2000 ms");
        // Without a replay there is no turn to show.
        assertThat(page.locator("#replay-problem")).isVisible();
        assertThat(page.locator("#failures button")).hasCount(0);
        visitor.keep("match-failures");
    }

    @Test
    @Tag("full")
    void a_tournament_match_links_to_the_tournament_and_to_its_bots(Visitor visitor) {
        Replay replay = replay("Greedy Gary", "The House");
        Map<String, Object> match = finished(ID, replay);
        match.put("tournament", "trn_01991f3a");
        match.put("board", 2);
        match.put(
                "players",
                List.of(
                        fields("name", "Greedy Gary", "bot", "bot_0a1b"),
                        fields("name", "fearful", "house", "fearful")));
        site.has(match, replay.toPlain());
        Page page = visitor.open(site.url(address(ID)));
        assertThat(page.locator("#facts")).containsText("Played fora tournament, board 3");
        assertThat(page.locator("#facts a", new Page.LocatorOptions().setHasText("a tournament")))
                .hasAttribute("href", "tournament.html?id=trn_01991f3a");
        assertThat(page.locator(".side.seat-1")).containsText("Greedy Garyregistered bot");
        assertThat(page.locator(".side.seat-1 a")).hasAttribute("href", "bot.html?key=bot_0a1b");
        assertThat(page.locator(".side.seat-2 a")).hasAttribute("href", "bot.html?key=ajax-tiles.house.fearful");
        assertThat(page.locator("#verified")).isVisible();
        visitor.assertAccessible("match-of-a-tournament");
    }

    @Test
    @Tag("full")
    void a_ladder_match_links_to_the_leaderboard(Visitor visitor) {
        Replay replay = replay("one", "two");
        Map<String, Object> match = finished(ID, replay);
        match.put("ladder", true);
        site.has(match, replay.toPlain());
        Page page = visitor.open(site.url(address(ID)));
        assertThat(page.locator("#facts a", new Page.LocatorOptions().setHasText("the leaderboard of Ajax Tiles")))
                .hasAttribute("href", "ladder.html?game=ajax-tiles");
    }

    @Test
    void a_match_without_competition_and_a_bot_with_a_url_have_no_links(Visitor visitor) {
        Replay replay = replay("one", "two");
        Map<String, Object> match = finished(ID, replay);
        match.put("players", List.of(fields("name", "one"), fields("name", "two")));
        site.has(match, replay.toPlain());
        Page page = visitor.open(site.url(address(ID)));
        assertThat(page.locator(".side.seat-1")).containsText("onebot at a URL");
        assertThat(page.locator(".side a")).hasCount(0);
        assertThat(page.locator("#facts")).not().containsText("Played for");
    }

    @Test
    @Tag("full")
    void the_link_of_a_player_keeps_the_focus_during_a_match(Visitor visitor) {
        Replay replay = replay("one", "two");
        site.has(finished(ID, replay), replay.toPlain());
        Page page = visitor.open(site.url(address(ID)));
        assertThat(page.locator("#verified")).isVisible();
        page.locator(".side.seat-1 a").focus();
        page.keyboard().press("Home");
        assertThat(page.locator(".side.seat-1 .points")).not().containsText("won");
        assertThat(page.locator(".side.seat-1 a")).isFocused();
    }

    @Test
    void a_match_that_could_not_be_played_says_why(Visitor visitor) {
        Map<String, Object> match = TestSite.unfinished(ID, "failed", replay("one", "two"));
        match.put("reason", "The match was begun three times and never came to its end.");
        site.answer("GET /api/matches/" + ID, Answer.json(200, match));
        Page page = visitor.open(site.url(address(ID)));
        assertThat(page.locator("#status")).hasText("Not played");
        assertThat(page.locator("#outcome")).hasText("The match was begun three times and never came to its end.");
        assertThat(page.locator("#board-section")).isHidden();
        visitor.assertAccessible("match-failed");
    }

    @Test
    void a_changed_move_is_detected(Visitor visitor) {
        Replay replay = replay("one", "two");
        Map<String, Object> changed = replay.toPlain();
        List<Object> moves = new ArrayList<>(replay.calls().moves());
        moves.set(moves.size() / 2, List.of(-1, -1));
        changed.put("moves", moves);
        site.has(finished(ID, replay), changed);
        Page page = visitor.open(site.url(address(ID)));
        assertThat(page.locator("#replay-problem")).containsText("The replay does not prove its result.");
        assertThat(page.locator("#verified")).isHidden();
        visitor.keep("match-changed");
    }

    @Test
    void a_record_that_contradicts_its_replay_is_detected(Visitor visitor) {
        Replay replay = replay("one", "two");
        Map<String, Object> match = finished(ID, replay);
        match.put("result", fields("winner", 2, "scores", List.of(0, 200), "reason", "full"));
        site.has(match, replay.toPlain());
        Page page = visitor.open(site.url(address(ID)));
        assertThat(page.locator("#replay-problem"))
                .containsText("The replay proves another result than the match’s record states");
        assertThat(page.locator("#verified")).isHidden();
    }

    @Test
    void a_broken_replay_is_reported_and_the_result_still_shown(Visitor visitor) {
        Replay replay = replay("one", "two");
        Map<String, Object> broken = replay.toPlain();
        broken.put("setUp", List.of(1, 2));
        site.has(finished(ID, replay), broken);
        Page page = visitor.open(site.url(address(ID)));
        assertThat(page.locator("#replay-problem"))
                .hasText("The replay is broken, so the board cannot be drawn."
                        + " Not a replay. /setUp: expected a list of 24, found a list of 2");
        assertThat(page.locator("#outcome")).containsText("one wins");

        byte[] half = "{\"format\":1,\"ga".getBytes(StandardCharsets.UTF_8);
        site.answer("GET /replays/" + ID + ".json", new Answer(200, "application/json", half));
        page.reload();
        assertThat(page.locator("#replay-problem")).containsText("The replay is not JSON, or it broke off");

        site.answer("GET /replays/" + ID + ".json", new Answer(404, "application/xml", new byte[0]));
        page.reload();
        assertThat(page.locator("#replay-problem"))
                .hasText("The board cannot be drawn. The replay is not there (status 404).");
        visitor.assertAccessible();
    }

    @Test
    void a_game_that_the_site_cannot_draw_still_shows_its_result(Visitor visitor) {
        Map<String, Object> match = finished(ID, replay("one", "two"));
        match.put("game", "../../evil");
        site.answer("GET /api/matches/" + ID, Answer.json(200, match));
        Page page = visitor.open(site.url(address(ID)));
        assertThat(page.locator("#replay-problem")).hasText("This site cannot draw the game ../../evil.");
        assertThat(page.locator("#outcome")).containsText("one wins");
    }

    @Test
    @Tag("full")
    void an_unknown_or_missing_id_is_reported(Visitor visitor) {
        site.answer("GET /api/matches/nope%3C%3E", Answer.problem(404, "unknown-match", "No match has this id."));
        Page page = visitor.open(site.url("/match.html?id=nope%3C%3E"));
        assertThat(page.locator("#problem")).hasText("There is no match with the id nope<>.");
        visitor.assertAccessible("match-unknown");
        page.navigate(site.url("/match.html"));
        assertThat(page.locator("#problem")).containsText("This address names no match.");
        visitor.assertAccessible("match-none");
    }

    @Test
    @Tag("full")
    void a_match_page_without_the_api_says_so_and_recovers(Visitor visitor) {
        Replay replay = replay("one", "two");
        site.has(finished(ID, replay), replay.toPlain());
        Page page = visitor.page();
        page.route("**/api/**", route -> route.abort("connectionrefused"));
        page.navigate(site.url(address(ID)));
        assertThat(page.locator("#problem"))
                .hasText("The API cannot be reached. Is the network there, and is Bout running?");
        assertThat(page.locator("#note")).hasText("Trying again …");
        page.unroute("**/api/**");
        assertThat(page.locator("#verified")).isVisible();
        assertThat(page.locator("#problem")).isHidden();
    }
}
