package bout.site;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.ladder.Leaderboard.Participant;
import bout.competition.tournament.Plan.Format;
import bout.engine.Action;
import bout.engine.Aside;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.games.Games;
import bout.wire.Json;
import com.microsoft.playwright.Frame;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs {@code src/test/resources/bout/site/test}: each file {@code *.test.js} exports its tests by name. They share one
 * page, which shows the page under test in a frame, so that each takes milliseconds; see {@code page.js} there.
 */
@Tag("browser")
@ExtendWith(Chromium.class)
class PageLogicTest {

    /** Unless all is done, one in so many states of a page is examined again by axe-core. */
    private static final int EXAMINED_AGAIN_ONE_IN = 5;

    /** The pages that axe-core has examined, each with its parameters and scheme of colours. */
    private static final Set<String> EXAMINED = ConcurrentHashMap.newKeySet();

    private static final Path TESTS = Path.of("src", "test", "resources", "bout", "site", "test");

    @AutoClose
    private final TestSite site = TestSite.inAFrame();

    @TestFactory
    Stream<DynamicContainer> pages(Visitor visitor) throws IOException {
        List<String> paths = PagesTest.pages().toList();
        Page page = visitor.inAWindow().page();
        page.exposeFunction("callJava", given -> answer(visitor, paths, (String) given[0]));
        page.addInitScript("if (window !== top && parent === top) top.prepare?.(window)");
        page.navigate(site.url("/test/index.html"));
        page.evaluate("async () => { window.tests = {}; window.pages = await import('/test/page.js'); }");
        List<Path> files;
        try (Stream<Path> all = Files.walk(TESTS)) {
            files = all.filter(file -> file.toString().endsWith(System.getProperty("bout.pages", "") + ".test.js"))
                    .sorted()
                    .toList();
        }
        assertTrue(!files.isEmpty(), () -> "test files: " + files);
        return files.stream()
                .map(file -> DynamicContainer.dynamicContainer(
                        file.getFileName().toString(),
                        file.toUri(),
                        tests(visitor, file.getFileName().toString())));
    }

    private static Stream<DynamicTest> tests(Visitor visitor, String file) {
        List<?> names = (List<?>) visitor.page().evaluate("""
                async (file) => {
                  tests[file] = (await import("/test/" + file)).default;
                  return Object.keys(tests[file]);
                }""", file);
        return names.stream()
                .map(name -> DynamicTest.dynamicTest((String) name, () -> {
                    visitor.page().evaluate("""
                    async ([file, name]) => {
                      await pages.reset();
                      await tests[file][name]();
                    }""", List.of(file, name));
                    visitor.assertNothingWentWrong();
                }));
    }

    /** What the tests ask of Java: a list of a name and its arguments, as JSON. */
    private static String answer(Visitor visitor, List<String> paths, String call) {
        Plain given = Plain.of(read(call));
        return Json.text(
                switch (given.at(0).text()) {
                    case "press" -> {
                        visitor.page().keyboard().press(given.at(1).text());
                        yield true;
                    }
                    case "insert" -> {
                        visitor.page().keyboard().insertText(given.at(1).text());
                        yield true;
                    }
                    case "dark" -> {
                        visitor.page()
                                .emulateMedia(new Page.EmulateMediaOptions()
                                        .setColorScheme(given.at(1).bool() ? ColorScheme.DARK : ColorScheme.LIGHT));
                        yield true;
                    }
                    case "reducedMotion" -> {
                        visitor.page()
                                .emulateMedia(new Page.EmulateMediaOptions()
                                        .setReducedMotion(
                                                given.at(1).bool()
                                                        ? ReducedMotion.REDUCE
                                                        : ReducedMotion.NO_PREFERENCE));
                        yield true;
                    }
                    case "pages" -> paths;
                    case "all" -> Drawn.ALL;
                    case "scripted" ->
                        replay(scripted(Games.byId(given.at(1).text()).orElseThrow(), given));
                    case "pictures" -> pictures(Replay.read(given.at(1)));
                    case "picture" ->
                        picture(Replay.read(given.at(1)), given.at(2).integer(0, Integer.MAX_VALUE));
                    case "examines" ->
                        Drawn.ALL
                                || !EXAMINED.contains(given.at(1).text())
                                || ThreadLocalRandom.current().nextInt(EXAMINED_AGAIN_ONE_IN) == 0;
                    case "violations" ->
                        Visitor.accessibilityViolations(
                                frame(visitor.page()),
                                rules(given.at(1).text(), given.at(2).bool()));
                    case "replay" ->
                        replay(TestSite.replay(
                                given.at(1).text(),
                                given.at(2).text(),
                                given.at(3).text(),
                                given.at(4).text(),
                                given.at(5).entries().stream().map(Plain::text).toList()));
                    case "group" ->
                        replay(TestSite.replayOfGroup(
                                given.at(1).text(),
                                given.at(2).entries().stream().map(Plain::text).toList()));
                    case "live" ->
                        TestSite.live(Replay.read(given.at(1)), given.at(2).integer(0, Integer.MAX_VALUE));
                    case "tournament" -> tournament(given);
                    case "ladder" -> ladder(given.at(1), given.at(2), given.at(3));
                    default -> throw new IllegalArgumentException(call);
                });
    }

    /** Colours of later states only with --full: the page for components has all pairs of them. */
    private static Visitor.Rules rules(String scheme, boolean otherColours) {
        if (otherColours) {
            return Visitor.Rules.OF_COLOURS;
        }
        return EXAMINED.add(scheme) || Drawn.ALL ? Visitor.Rules.ALL : Visitor.Rules.WITHOUT_CONTRAST;
    }

    /** The picture of each turn. */
    private static List<Object> pictures(Replay replay) {
        var playback = replay.playback(Games.byId(replay.start().game()).orElseThrow());
        List<Object> pictures = new ArrayList<>();
        do {
            pictures.add(playback.match().picture());
        } while (playback.next());
        return pictures;
    }

    private static Object picture(Replay replay, int turn) {
        return replay.play(Games.byId(replay.start().game()).orElseThrow(), turn)
                .picture();
    }

    private static Object read(String text) {
        try {
            return Json.read(text);
        } catch (Json.NotJson broken) {
            throw new IllegalArgumentException(text, broken);
        }
    }

    private static Frame frame(Page page) {
        return page.mainFrame().childFrames().getFirst();
    }

    private static Map<String, Object> replay(Replay replay) {
        int turns = replay.play(Games.byId(replay.start().game()).orElseThrow(), Integer.MAX_VALUE)
                .turn();
        return Map.of("document", replay.toPlain(), "turns", turns);
    }

    /** A match on a seed of players with these names, who answer like this in this order; none is too late. */
    private static <M> Replay scripted(Game<M> game, Plain given) {
        Match<M> match = Match.draw(
                game, given.at(2).text(), Options.defaults(game.card().options()));
        for (Plain call : given.at(4).entries()) {
            if (match.over()) {
                break;
            }
            Seat seat = match.mover();
            Object answer = call.get("answer").value();
            Object note = call.get("note").value();
            Aside aside = new Aside(call.get("milliseconds").integer(0, 100_000), (String) note);
            Action<M> action = answer == null
                    ? Action.failed(new Failure(Failure.Kind.TIME_OUT, "No answer within 1000 ms."))
                    : match.read(seat, answer);
            match.play(Turn.of(seat, action), moved -> aside);
        }
        List<Plain> names = given.at(3).entries();
        return Replay.of(
                match,
                List.of(
                        Replay.Player.named(names.get(0).text()),
                        Replay.Player.named(names.get(1).text())));
    }

    /** Format, players, boards, matches that are played, the player that never answers or -1, names, and seats. */
    private static Map<String, Object> tournament(Plain given) {
        List<String> names = given.at(6).entries().stream().map(Plain::text).toList();
        return TestTournament.published(
                TestTournament.played(
                        TestTournament.of(
                                Format.valueOf(given.at(1).text()),
                                given.at(2).integer(2, 1000),
                                given.at(3).integer(1, 9),
                                given.at(7).integer(1, Seat.MOST)),
                        given.at(4).integer(0, Integer.MAX_VALUE),
                        given.at(5).integer(-1, 1000)),
                player -> names.get(player % names.size())
                        + (player < names.size() ? "" : " " + (player / names.size() + 1)));
    }

    /**
     * The leaderboard, and the page of each bot.
     *
     * @param bots ids and names of bots that join {@link TestLadder#ofAClass}, or an empty ladder if there are matches
     * @param matches each of two keys of players; {@code "all"} for all pairs
     * @param removed keys of bots that are no longer listed
     */
    private static Map<String, Object> ladder(Plain bots, Plain matches, Plain removed) {
        TestLadder ladder = matches.entries().isEmpty() ? TestLadder.ofAClass() : new TestLadder();
        List<String> keys = bots.entries().stream().map(bot -> bot.at(0).text()).toList();
        bots.entries()
                .forEach(bot -> ladder.add(
                        Participant.registered(bot.at(0).text(), bot.at(1).text(), null)));
        for (Plain match : matches.entries()) {
            if (match.at(0).text().equals("all")) {
                ladder.playAll(1);
            } else {
                ladder.play(
                        match.at(0).text(), version(match.at(0)), 5, match.at(1).text(), version(match.at(1)), 5);
            }
        }
        removed.entries().forEach(key -> ladder.remove(key.text()));
        Map<String, Object> pages = new LinkedHashMap<>();
        Stream.concat(Stream.of("bot_04", "house:hungry"), keys.stream())
                .filter(ladder::has)
                .forEach(key -> pages.put(key, ladder.bot(key)));
        return Map.of("leaderboard", ladder.leaderboard(), "bots", pages);
    }

    private static int version(Plain key) {
        return key.text().startsWith("house:") ? 0 : 1;
    }
}
